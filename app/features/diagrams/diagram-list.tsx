import type { ReactNode } from "react";
import { counted } from "~/lib/counted";
import { LinkItem } from "~/ui/link-item";
import type { Diagram } from "./cycle";
import { diagramNames } from "./diagram-ids";
import { diagramPath } from "./periods";

interface Own {
	id: string;
	crew?: string | null;
}

interface DiagramCardsProps {
	diagrams: readonly { id: string; label: string }[];
	hrefOf(id: string): string;
	/** What a card says of a diagram besides its name. */
	detailOf?(id: string): ReactNode;
}

/** Links about diagrams, each on a card. */
export function DiagramCards({ diagrams, hrefOf, detailOf }: DiagramCardsProps) {
	return (
		<ul className="cards diagrams">
			{diagrams.map(({ id, label }) => (
				<li key={id}>
					<a className="card" href={hrefOf(id)}>
						<strong>{label}</strong>
						{detailOf?.(id)}
					</a>
				</li>
			))}
		</ul>
	);
}

interface DiagramListProps {
	/** Diagrams with data; another one is listed too. */
	diagrams: readonly Pick<Diagram, "id" | "cycle" | "crews">[];
	/** The visitor's diagram, whose link leads to the visitor's crew. */
	own?: Own;
}

/** Links to all shift diagrams, each with the colours of its cycle. */
export function DiagramList({ diagrams, own }: DiagramListProps) {
	return (["8 horas", "12 horas"] as const).map((group) => (
		<section key={group}>
			<h2>Turnos de {group}</h2>
			<DiagramCards
				diagrams={diagramNames.filter((name) => name.group === group)}
				hrefOf={(id) => diagramPath(id, id === own?.id ? own.crew : null)}
				detailOf={(id) => <Cycle {...diagrams.find((one) => one.id === id)} />}
			/>
		</section>
	));
}

function Cycle({ cycle, crews = 0 }: { cycle?: string; crews?: number }) {
	if (!cycle) return <span className="hint">sin datos</span>;
	return (
		<>
			<CycleStrip cycle={cycle} />
			<span className="hint">{`${counted(crews, "escuadra")} · ciclo de ${counted(cycle.length, "día")}`}</span>
		</>
	);
}

/** Link to the diagram, and crew, that the visitor chose or saw last; `isOwn` if it is that of the user's profile. */
export function LastDiagram({ id, label, crew, isOwn }: Own & { label: string; isOwn: boolean }) {
	return (
		<ul className="links card">
			<LinkItem href={diagramPath(id, crew)} note={isOwn ? "Tu diagrama" : "Tu último diagrama"}>
				{label}
				{crew && ` · Escuadra ${crew}`}
			</LinkItem>
		</ul>
	);
}

/** The cycle of a shift diagram as a strip of colours, by which workers recognise their diagram. */
function CycleStrip({ cycle }: { cycle: string }) {
	// Width of the gap between two runs of equal letters, in days: 0.6 % of the strip's length.
	const gap = cycle.length * 0.006;
	return (
		<svg
			className="strip"
			width="240"
			height="18"
			viewBox={`0 0 ${cycle.length} 2`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{Array.from(cycle.matchAll(/(.)\1*/g), ({ 0: { length }, 1: letter, index }) => (
				<path key={index} className={letter} d={`M${index} 0h${length - gap}v2h${gap - length}z`} />
			))}
		</svg>
	);
}
