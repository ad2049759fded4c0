import { useEffect, useState } from "react";
import { extraChoices } from "~/features/overtime/schemas";
import { chosenTexts } from "~/ui/forms/read-choices";
import { watchForm } from "~/ui/forms/watch-form";
import { answerQuery, type RuleAnswer } from "./rule-answer";

/** How long the values rest before the server is asked. */
const REST_MS = 300;

export interface Answer extends RuleAnswer {
	/** The question, as `answerQuery` writes it. */
	query: string;
}

/**
 * Asks the server what the rule says about the form's present values. Without a signal or a session the answer is
 * missing, and nothing else happens: the form says it all again after it is saved.
 * @param first the answer to the values with which the page was loaded
 * @returns the last answer, and whether it still belongs to the form's values
 */
export function useRuleAnswer(form: string, first: Answer | undefined, idFile: string) {
	const [query, setQuery] = useState(first?.query);
	const [answer, setAnswer] = useState(first);
	useEffect(() => {
		const onInput = (data: FormData) => setQuery(answerQuery(chosenTexts(data, extraChoices), idFile));
		return watchForm(form, { onInput, onLeave: () => {} });
	}, [form, idFile]);
	const isCurrent = answer?.query === query;
	useEffect(() => {
		if (!query || isCurrent) return;
		const controller = new AbortController();
		const timer = setTimeout(async () => {
			const found = await ask(query, controller.signal);
			if (found && !controller.signal.aborted) setAnswer({ ...found, query });
		}, REST_MS);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [query, isCurrent]);
	return { answer, isCurrent };
}

async function ask(query: string, signal: AbortSignal): Promise<RuleAnswer | undefined> {
	try {
		// After the session has ended the server answers with a redirect to the login, which is no answer.
		const response = await fetch(`/auth/work-overtime/preview?${query}`, { signal, redirect: "manual" });
		return response.ok ? await response.json() : undefined;
	} catch {
		return undefined;
	}
}
