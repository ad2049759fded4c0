import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { extraChoices } from "~/features/extras/extra-schemas";
import { shownValue } from "~/ui/forms/field";
import { chosenTexts } from "~/ui/forms/read-choices";
import type { FormField } from "~/ui/forms/use-form";
import { useLinkClick } from "~/ui/use-link-click";
import { formQuery, queryNames } from "./form-query";

interface UnknownShiftProps {
	fields: Readonly<Record<(typeof queryNames)[number], FormField>>;
	idFile: string;
	version?: string;
}

/**
 * Says that the worker's shift is unknown. The link leads to the profile and from there back to the form, with the values
 * with which the form was loaded or, once hydrated, that it has when the link is clicked.
 */
export function UnknownShift({ fields, ...key }: UnknownShiftProps) {
	const { pathname, search } = useLocation();
	const openPage = useLinkClick();
	const kept = { ...key, redirectTo: new URLSearchParams(search).get("redirectTo") };
	const hrefOf = (texts: Readonly<Partial<Record<string, string>>>) => {
		const redirectTo = `${pathname}?${formQuery({ ...texts, ...kept })}`;
		return `/auth/my-account/edit-profile?${new URLSearchParams({ redirectTo })}`;
	};
	const loaded = Object.fromEntries(queryNames.map((name) => [name, shownValue(fields[name])]));
	const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
		const link = event.currentTarget;
		const form = link.closest("form");
		if (form) link.href = hrefOf(chosenTexts(new FormData(form), extraChoices));
		openPage(event);
	};
	return (
		<>
			No sabemos tu turno:{" "}
			<a href={hrefOf(loaded)} onClick={onClick}>
				elegí tu diagrama y tu escuadra en Mi Perfil
			</a>
			.
		</>
	);
}
