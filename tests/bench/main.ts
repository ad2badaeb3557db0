import { benchExplorer } from './explorer';
import { benchHistograms } from './histograms';
import { benchImporters } from './importers';
import { benchLifecycles } from './lifecycles';
import { benchMachine } from './machine';
import { benchNode } from './node';

await benchMachine();
await benchHistograms();
benchLifecycles();
benchNode();
benchExplorer();
benchImporters();
