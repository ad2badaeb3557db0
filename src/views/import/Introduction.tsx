const COMMANDS: readonly (readonly [what: string, command: string])[] = [
  ['on the node, at -v=4 if you can', 'journalctl -u kubelet --since -2h > kubelet.log'],
  ['what the API server knows', 'kubectl get pods -A -o yaml > pods.yaml'],
  ['what the kubelet counts', 'kubectl get --raw /api/v1/nodes/NODE/proxy/metrics > metrics.txt'],
];

/** What can be brought, and how to get it. */
export function Introduction() {
  return (
    <div className="import-intro">
      <p>
        A node with pods that hang in Terminating? Bring what you have of it, one thing or several together,
        and see per pod how far its worker got, whether anything will still move it, why not, what frees it
        now, and which release fixes it.
      </p>
      <dl>
        {COMMANDS.map(([what, command]) => (
          <div key={command}>
            <dt>{what}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className="import-note">
        Also read: JSON logs, container logs, several nodes in one file, gzip, kubectl describe, crictl,
        answers of Prometheus. All of it is read here, in this page; nothing is sent anywhere, and no link
        contains it.
      </p>
    </div>
  );
}
