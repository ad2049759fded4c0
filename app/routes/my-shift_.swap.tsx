import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readSwap, type SwapQuestion, type SwapStep } from "~/features/crews/swap/read-swap.server";
import { GoodSwaps, SwapAnswer } from "~/features/crews/swap/swap-answer";
import { SwapForm } from "~/features/crews/swap/swap-form";
import { DiagramCards } from "~/features/diagrams/diagram-list";
import { diagramLabel, UNCONFIRMED } from "~/features/diagrams/own-cycle/diagram-label";
import { requireSearch } from "~/lib/http/http.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

const SWAP = "/my-shift/swap";

export const meta = () =>
	pageTitle(
		"¿Puedo cambiar con…?",
		"Mirá qué haría cada uno si cambian el turno de un día con otra escuadra, y cuántas horas descansan los dos.",
	);

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	return json(await readSwap(request, requireSearch(), plantToday()));
}

export default function SwapPage() {
	const step = useLoaderData<typeof loader>();
	return (
		<>
			<h1>¿Puedo cambiar con…?</h1>
			{step.ask === "diagram" ? <ChooseDiagram {...step} /> : <Simulator step={step} />}
		</>
	);
}

function ChooseDiagram({ diagrams, crews }: Extract<SwapStep, { ask: "diagram" }>) {
	return (
		<>
			{crews === 0 && (
				<p className="note">Tu ciclo es tuyo, sin escuadras: no hay con quién compararlo ni cambiar.</p>
			)}
			{crews === 1 && <p className="note">Ese diagrama tiene una sola escuadra: no hay con quién cambiar.</p>}
			<p className="lead">
				Elegí tu diagrama, o <a href="/my-shift/find">decí qué turno tenés hoy</a>.
			</p>
			<DiagramCards diagrams={diagrams} hrefOf={(id) => `${SWAP}?diagram=${id}`} />
		</>
	);
}

function Simulator({ step }: { step: SwapQuestion }) {
	const { diagram, crew, isFromAddress, isUnsure, others, swap, good, otherName, typed } = step;
	const whose = isFromAddress ? { diagram: diagram.id, ...(crew && { crew }) } : {};
	const hrefOf = (date: CivilDate) =>
		`${SWAP}?${new URLSearchParams({ ...whose, date, with: typed.with ?? "" })}`;
	return (
		<>
			<p className="lead">
				{diagramLabel(diagram.id)}
				{crew && `, escuadra ${crew}`} · <a href={isFromAddress ? SWAP : "/my-shift/find"}>No es el mío</a>
			</p>
			{others.some(({ isSure }) => !isSure) && (
				<p>Sin la letra de tu escuadra, a las otras las reconocés por lo que hacen hoy.</p>
			)}
			{swap && otherName && <SwapAnswer diagram={diagram} swap={swap} otherName={otherName} />}
			{good && otherName && (
				<GoodSwaps swaps={good} cycleDays={diagram.cycle.length} otherName={otherName} hrefOf={hrefOf} />
			)}
			{isUnsure && good && <p className="hint">{UNCONFIRMED}</p>}
			{swap && <h2>Otro día u otra escuadra</h2>}
			<SwapForm step={step} />
			<div className="note">
				<p>
					La Ley de Contrato de Trabajo, art. 197, pide 12&nbsp;h entre el fin de una jornada y el comienzo de
					la siguiente, y el Decreto 16.115/33 hasta 56&nbsp;h por semana en escuadras rotativas. Esto es
					información y no dice si el cambio está permitido: consultá con tu supervisor.
				</p>
			</div>
		</>
	);
}
