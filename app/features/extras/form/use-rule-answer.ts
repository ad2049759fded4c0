import { useEffect, useState } from "react";
import { extraChoices } from "~/features/extras/extra-schemas";
import { chosenTexts } from "~/ui/forms/read-choices";
import { watchForm } from "~/ui/forms/watch-form";
import { answerQuery } from "./form-query";
import type { RuleAnswer } from "./work-out-extra.server";

/** Time without input, in milliseconds, after which the form requests the text about hours and premiums. */
const REST_MS = 300;

/** @property query query string of the request, as `answerQuery` writes it */
export type Answer = RuleAnswer & { query: string };

/**
 * Requests the text about hours and premiums whenever the form's values change. Without a connection or a session no
 * text appears.
 * @param first result for the values with which the page was loaded, or with which the server has returned the form
 * @returns the last result, and whether it belongs to the current values
 */
export function useRuleAnswer(form: string, first: Answer | undefined, idFile: string) {
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
		// Without a session, the server redirects to the login page, whose HTML is not a valid result.
		const response = await fetch(`/auth/work-overtime/preview?${query}`, { signal, redirect: "manual" });
		return response.ok ? await response.json() : undefined;
	} catch {
		return undefined;
	}
}
