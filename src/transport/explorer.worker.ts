import { models } from 'virtual:models';
import { ExplorerHost } from './explorerHost';
import type { ExplorerRequest } from './explorerProtocol';

const host = new ExplorerHost(models, () => performance.now());
self.onmessage = ({ data }: MessageEvent<ExplorerRequest>) => self.postMessage(host.handle(data));
