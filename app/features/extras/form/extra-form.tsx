import { useEffect, useRef, useState } from "react";
import { extraChoices, extraSchemaOn } from "~/features/extras/extra-schemas";
import { compensationOptions } from "~/features/law/compensation";
import { parseCivilDate } from "~/lib/time/civil-date";
import { chosenTexts, readerOf } from "~/ui/forms/read-choices";
import { useForm } from "~/ui/forms/use-form";
import { watchForm } from "~/ui/forms/watch-form";
import { RecordForm, type RecordFormProps } from "~/ui/records/record-form";
import { useIsAlive } from "~/ui/use-is-alive";
import { ChoiceFields, LABELS, MoreFields } from "./extra-fields";
import { answerQuery, type TypedName } from "./form-query";
import { OtherDates } from "./other-dates";
import type { RuleAnswer } from "./work-out-extra.server";

interface ExtraFormProps extends RecordFormProps<TypedName> {
	/** Key of the entry, created with the form, so that a form sent twice creates only one entry. */
	idFile: string;
	submit: string;
	backTo?: string;
	today?: string;
	/** What the server says about the values in `shown`; undefined while the user is signed out. */
	answer?: RuleAnswer;
	/** Whether the server has saved nothing and asks the questions in `answer`. */
	isQuestion?: boolean;
	reason?: string;
	startHint?: string;
	/** Whether the form adds entries: then other days can be chosen too. */
	isNew?: boolean;
}

const readExtra = readerOf(extraChoices);

const LIST = "/auth/work-overtime";
const OPTIONS = { compensation: compensationOptions };

/** Form for a new or an existing overtime entry. */
export function ExtraForm({ idFile, submit, backTo = LIST, today, ...props }: ExtraFormProps) {
	const [form, fields] = useForm({
		id: "extra",
		schema: extraSchemaOn(today),
		result: props.result,
		defaultValue: props.shown,
		read: readExtra,
	});
	const { answer, isCurrent, date } = useRuleAnswer(form.meta.id, props.answer, idFile);
	const asks = isCurrent && answer ? answer.questions : [];
	const isAsked = props.isQuestion && answer === props.answer;
	return (
		<RecordForm
			form={form}
			submit={asks.length > 0 ? "Guardar igual" : submit}
			cancel={backTo}
			isFloating
			record={props}
			idFile={idFile}
			labels={LABELS}
			options={OPTIONS}
		>
			{isAsked && <Asked questions={asks} />}
			{asks.length > 0 && <input type="hidden" name="asked" value={answer?.asked} />}
			<ChoiceFields form={form.meta} fields={fields} today={today} choices={answer?.choices} />
			{props.isNew && <OtherDates field={fields.dates} date={date} today={today} />}
			<div role="status">
				{isCurrent && answer?.text && <Preview {...answer} />}
				{!isAsked && asks.map((text) => <Question key={text} text={text} />)}
			</div>
			<MoreFields form={form.meta} fields={fields} startHint={props.startHint} reason={props.reason} />
		</RecordForm>
	);
}

/** What will be stored: the hours and their pay, and why. */
function Preview({ sum, text }: Pick<RuleAnswer, "sum" | "text">) {
	return (
		<div className="note preview">
			{sum && (
				<p className="ends">
					<b>{sum.hours}</b>
					{/* Or "sin estimar". */}
					{sum.estimate && <span>{sum.estimate + (sum.estimate.includes("$") ? " estimado" : "")}</span>}
				</p>
			)}
			<p>{text}</p>
		</div>
	);
}

function Question({ text }: { text: string }) {
	return <p className="twice">{text} ¿La guardás igual?</p>;
}

/** Questions of a form that was sent before it could show them: without script, or at once. */
function Asked({ questions }: { questions: readonly string[] }) {
	const box = useRef<HTMLDivElement>(null);
	const isAlive = useIsAlive();
	const [wasAlive] = useState(isAlive);
	useEffect(() => {
		if (wasAlive) box.current?.focus();
	}, [wasAlive]);
	if (questions.length === 0) return null;
	return (
		<div role="alert" tabIndex={-1} ref={box}>
			<p>Todavía no se guardó.</p>
			{questions.map((text) => (
				<Question key={text} text={text} />
			))}
		</div>
	);
}

/** Time without input, in milliseconds, after which the form requests the text about hours and premiums. */
const REST_MS = 300;

/**
 * Requests the text about hours and premiums whenever the form's values change. Without a connection or a session no
 * text appears.
 * @param first result for the values with which the page was loaded, or with which the server has returned the form
 * @returns the last result, whether it belongs to the current values, and the current date, if it is one
 */
function useRuleAnswer(form: string, first: RuleAnswer | undefined, idFile: string) {
	const [query, setQuery] = useState(first?.query);
	const [answer, setAnswer] = useState(first);
	const [known, setKnown] = useState(first);
	if (first !== known) {
		setKnown(first);
		setAnswer(first);
		setQuery(first?.query);
	}
	useEffect(() => {
		const onInput = (data: FormData) => setQuery(answerQuery(chosenTexts(data, extraChoices), idFile));
		return watchForm(form, { onInput, onLeave: () => {} }, true);
	}, [form, idFile]);
	const isCurrent = answer?.query === query;
	useEffect(() => {
		if (!query || isCurrent) return;
		const controller = new AbortController();
		const timer = setTimeout(async () => {
			const found = await ask(query, controller.signal);
			if (found && !controller.signal.aborted) setAnswer(found);
		}, REST_MS);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [query, isCurrent]);
	return { answer, isCurrent, date: parseCivilDate(new URLSearchParams(query).get("date") ?? "") };
}

async function ask(query: string, signal: AbortSignal): Promise<RuleAnswer | undefined> {
	try {
		// Without a session, the server redirects to the login page, whose HTML is not a valid result.
		const response = await fetch(`/auth/work-overtime/preview?${query}`, { signal, redirect: "manual" });
		return response.ok ? await response.json() : undefined;
	} catch {
		return undefined;
	}
}
