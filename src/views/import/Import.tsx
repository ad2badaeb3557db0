import { type DragEvent, useCallback, useRef, useState } from 'react';
import { useEvidence } from '../../store/useEvidence';
import { EvidenceLanes } from './EvidenceLanes';
import { Findings } from './Findings';
import { Introduction } from './Introduction';
import { LineJump, selectLine } from './lineJump';
import { ModelFit } from './ModelFit';
import { PodEvidence } from './PodEvidence';
import { Reading } from './Reading';
import { Recognised } from './Recognised';
import { Sources } from './Sources';
import { usePlay } from './usePlay';
import './import.css';

/** What a person brings from a node, and what it comes to: what is stuck, why, and what frees it. Nothing leaves the page. */
export function Import() {
  const evidence = useEvidence();
  const { play, save } = usePlay();
  const { found, progress, cancelled, problem, death, pod, actions } = evidence;
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const jump = useCallback((line: number) => {
    if (field.current !== null) selectLine(field.current, line);
  }, []);
  const isTyped = evidence.files.length === 0;
  const isFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  const chosen = found?.pods.find(({ index }) => index === pod) ?? null;
  return (
    <LineJump value={isTyped ? jump : null}>
      <section
        className="import"
        aria-label="Import"
        data-over={isOver}
        onDragOver={(event) => {
          if (!isFile(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          if (!isFile(event)) return;
          event.preventDefault();
          setOver(false);
          actions.add([...event.dataTransfer.files].map((file) => ({ label: file.name, data: file })));
        }}
      >
        <div className="import-given">
          <Sources evidence={evidence} field={field} />
          {found !== null && <Recognised found={found} />}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <section className="import-found" aria-label="Findings" tabIndex={0}>
          <Reading
            progress={progress}
            cancelled={cancelled}
            problem={problem}
            death={death}
            cancel={actions.cancel}
            again={actions.read}
          />
          {found === null ? (
            progress === null && problem === '' && <Introduction />
          ) : (
            <>
              <Findings found={found} chosen={chosen?.pod ?? null} select={actions.select} />
              <EvidenceLanes found={found} chosen={pod} select={actions.select} />
              {chosen !== null && (
                <PodEvidence
                  key={chosen.index}
                  pod={chosen}
                  details={evidence.details}
                  select={actions.select}
                >
                  <ModelFit
                    check={evidence.check}
                    unplayable={evidence.unplayable}
                    reproduce={actions.reproduce}
                    play={play}
                    save={save}
                  />
                </PodEvidence>
              )}
            </>
          )}
        </section>
      </section>
    </LineJump>
  );
}
