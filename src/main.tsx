import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Lab } from './store/lab';
import { workerPort } from './transport/workerPort';
import { App } from './views/App';

const root = document.getElementById('root');
if (root !== null) {
  const lab = new Lab(workerPort);
  lab.open({ kind: 'catalog', name: 'force-delete-stop-error' }, ['v1.26', 'v1.27']);
  createRoot(root).render(
    <StrictMode>
      <App lab={lab} />
    </StrictMode>,
  );
}
