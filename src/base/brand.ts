declare const brand: unique symbol;

/** A value of type `T` that only its own constructor may make: a `PodUID` is a string, a string is no `PodUID`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
