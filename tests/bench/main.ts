import { benchLifecycles } from './lifecycles';
import { benchMachine } from './machine';
import { benchNode } from './node';

await benchMachine();
benchLifecycles();
benchNode();
