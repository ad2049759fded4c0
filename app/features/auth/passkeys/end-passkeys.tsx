import { listed } from "~/lib/listed";

interface EndPasskeysProps {
	/** Id of the form, if the box stands outside of it. */
	form?: string;
	/** Names of the user's passkeys; without any, nothing is asked. */
	names: readonly string[];
	/** Whether the box is checked from the start. */
	isProposed?: boolean;
}

/** What the box says; the mails about passkeys name it. */
export function endPasskeysText({ length }: readonly string[]): string {
	return `Quitar también ${length === 1 ? "mi llave de acceso" : "mis llaves de acceso"}`;
}

/** Asks whether the user's passkeys end too, with a new password or with all sessions. */
export function EndPasskeys({ form, names, isProposed }: EndPasskeysProps) {
	if (names.length === 0) return null;
	return (
		<p className="field">
			<label className="row">
				<input type="checkbox" name="endPasskeys" form={form} value="si" defaultChecked={isProposed} />
				<span>
					{endPasskeysText(names)}: {listed(names)}
				</span>
			</label>
		</p>
	);
}
