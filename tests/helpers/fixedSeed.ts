import fc from 'fast-check';

// The same cases on every machine and every day; FC_SEED looks for others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 1) });
