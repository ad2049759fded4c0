import { useState } from "react";
import { crewLetters, crewsOf } from "~/features/diagrams/cycle";
import { networkRules, networks } from "~/features/profile/social-link";
import { placeholders } from "~/lib/explained";
import { SelectField } from "~/ui/forms/select-field";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { RecordForm, type RecordFormProps } from "~/ui/records/record-form";
import { type ProfileField, profileSchema, providerProfileSchema, realNameLimit } from "./profile-schemas";

const LABELS = {
	realName: "Nombre y apellido",
	diagram: "Diagrama",
	crew: "Escuadra",
	twitter: networkRules.twitter.label,
	instagram: networkRules.instagram.label,
	facebook: networkRules.facebook.label,
	web: networkRules.web.label,
} as const satisfies Record<ProfileField, string>;

const LINKS = "enlaces a tus redes sociales";
/** Names of the optional fields in the privacy policy. */
export const policyWords: Record<Exclude<ProfileField, "realName" | "diagram" | "crew">, string> = {
	twitter: LINKS,
	instagram: LINKS,
	facebook: LINKS,
	web: LINKS,
};

interface ProfileFormProps extends RecordFormProps<ProfileField> {
	/** False for an account that signs in with Google or Facebook, which provides the name. */
	hasOwnName: boolean;
	/** Diagrams to choose from, with their numbers of crews if known. */
	diagrams: readonly { id: string; label: string; crews?: number }[];
	/** URL of the cancel link. */
	cancel?: string;
}

/** The profile form: name, diagram, crew and social links. */
export function ProfileForm({ hasOwnName, diagrams, ...props }: ProfileFormProps) {
	const { shown } = props;
	const { realName: _, ...labelsSent } = LABELS;
	const [form, fields] = useForm<typeof providerProfileSchema, "realName">({
		id: "perfil",
		schema: hasOwnName ? profileSchema : providerProfileSchema,
		result: props.result,
		defaultValue: {
			...shown,
			// Leaves the field empty instead of showing the placeholder name of a new account.
			realName: shown.realName === placeholders.realName ? "" : shown.realName,
		},
	});
	/** The chosen diagram; undefined without script, which could not follow a choice, and all crews are offered. */
	const [diagram, setDiagram] = useState<string>();
	// The own cycle stays as it is, unless another diagram is chosen. Another tab may have changed it meanwhile.
	const known = new Set([props.result?.initialValue?.diagram, shown.diagram, props.saved?.diagram]);
	const own = [...known].flatMap((id) => (typeof id === "string" && id.startsWith("propio-") ? id : []));
	const ownCycles = own.map((value) => ({ value, label: "Tu ciclo" }));
	const options = diagrams.map(({ id, label }) => ({ value: id, label }));
	const crews = own.includes(diagram ?? "") ? 0 : diagrams.find(({ id }) => id === diagram)?.crews;
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			intent="profile"
			cancel={props.cancel ?? "/auth/my-account"}
			record={props}
			// A provider's name is not sent, so that it cannot differ from the stored one.
			labels={hasOwnName ? LABELS : labelsSent}
			options={{ diagram: [...options, ...ownCycles] }}
		>
			<TextField
				field={fields.realName}
				label={LABELS.realName}
				hint={hasOwnName ? realNameLimit : "Viene de la cuenta con la que ingresás: se cambia ahí."}
				autoComplete="name"
				{...(!hasOwnName && { disabled: true, defaultValue: shown.realName ?? "" })}
			/>
			<SelectField
				field={fields.diagram}
				label={LABELS.diagram}
				hint={
					<>
						¿No está? <a href="/my-shift/find?view=cycle">Escribí tu ciclo</a>.
					</>
				}
				onChoose={setDiagram}
				options={[{ value: "", label: "Elegí tu diagrama" }, ...options, ...ownCycles.slice(0, 1)]}
			/>
			<SelectField
				field={fields.crew}
				label={LABELS.crew}
				hint="Tu letra en el diagrama."
				options={[{ value: "", label: "No sé" }, ...crewOptions(crews)]}
			/>
			{networks.map((network) => (
				<TextField
					key={network}
					field={fields[network]}
					label={LABELS[network]}
					hint={networkRules[network].hint}
					inputMode={network === "web" ? "url" : undefined}
					autoCapitalize="none"
					spellCheck={false}
				/>
			))}
		</RecordForm>
	);
}

/** The letters of so many crews, or all letters. */
function crewOptions(crews: number = crewLetters.length) {
	return crewsOf({ crews }).map((letter) => ({ value: letter, label: letter }));
}
