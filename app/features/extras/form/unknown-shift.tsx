import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { extraChoices } from "~/features/extras/extra-schemas";
import { chosenTexts } from "~/ui/forms/read-choices";
import { formQuery } from "./form-query";

/**
 * Says that the worker's shift is unknown. The link leads to the profile and from there back to the form: as it was
 * loaded or, once hydrated, with the values that it has when the link is clicked.
 */
export function UnknownShift() {
	const { pathname, search } = useLocation();
	const hrefOf = (query: string) =>
		`/auth/my-account/edit-profile?redirectTo=${encodeURIComponent(pathname + query)}`;
	const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
		const link = event.currentTarget;
		const form = link.closest("form");
		if (form) link.href = hrefOf(formQuery(search, chosenTexts(new FormData(form), extraChoices)));
	};
	return (
		<>
			No sabemos tu turno:{" "}
			<a href={hrefOf(search)} onClick={onClick}>
				elegí tu diagrama y tu escuadra en Mi Perfil
			</a>
			.
		</>
	);
}
