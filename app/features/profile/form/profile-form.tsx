import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { crewLetters, crewsOf } from "~/features/diagrams/cycle";
import { networkRules, networks } from "~/features/profile/social-link";
import { placeholders } from "~/lib/explained";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm } from "~/ui/forms/post-form";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { SelectField } from "~/ui/forms/select-field";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { type ProfileField, profileSchema, providerProfileSchema, realNameLimit } from "./profile-schemas";

const LABELS = {
	realName: "Nombre y apellido",
	diagram: "Diagrama",
	crew: "Escuadra",
	payPeriod: "Período de pago",
	plantNumber: "Legajo",
	twitter: networkRules.twitter.label,
	instagram: networkRules.instagram.label,
	facebook: networkRules.facebook.label,
	web: networkRules.web.label,
} as const satisfies Record<ProfileField, string>;

interface ProfileFormProps {
	profile: Partial<Record<ProfileField, string | null>>;
	/** False for an account that signs in with Google or Facebook, which provides the name. */
	hasOwnName: boolean;
	/** Diagrams to choose from, with their numbers of crews if known. */
	diagrams: readonly { id: string; label: string; crews?: number }[];
	payPeriods: readonly { value: string; label: string }[];
	/** Result of this form; undefined when another form of the page was posted. */
	result?: SubmissionResult<string[]>;
	version?: string;
	saved?: Record<ProfileField, string | null>;
	isResumed?: boolean;
	/** URL of the cancel link. */
	cancel?: string;
	signIn?: ReactNode;
}

/** The profile form: name, diagram, crew, pay period, employee number and social links. */
export function ProfileForm({ profile, hasOwnName, diagrams, payPeriods, ...props }: ProfileFormProps) {
	const { result, version, saved, isResumed, signIn } = props;
	const [form, fields] = useForm<typeof providerProfileSchema, "realName">({
		id: "perfil",
		schema: hasOwnName ? profileSchema : providerProfileSchema,
		lastResult: result,
		defaultValue: {
			...profile,
			// Leaves the field empty instead of showing the placeholder name of a new account.
			realName: hasOwnName && profile.realName === placeholders.realName ? "" : profile.realName,
		},
	});
	const [diagram, setDiagram] = useState(fields.diagram.initialValue);
	const shownDiagram = diagrams.find(({ id }) => id === diagram);
	return (
		<PostForm
			form={form}
			fields={fields}
			submit="Guardar"
			intent="profile"
			cancel={props.cancel ?? "/auth/my-account"}
			isSignedOut={signIn !== undefined}
		>
			{isResumed && <ResumedNote />}
			{saved && <EditConflict labels={LABELS} saved={saved} typed={fields} />}
			{signIn}
			{version && <input type="hidden" name="version" value={version} />}
			<TextField
				field={fields.realName}
				label={LABELS.realName}
				hint={hasOwnName ? realNameLimit : "Viene de la cuenta con la que ingresás: se cambia ahí."}
				autoComplete="name"
				disabled={!hasOwnName}
			/>
			<SelectField
				field={fields.diagram}
				label={LABELS.diagram}
				onChoose={setDiagram}
				options={[
					{ value: "", label: "Elegí tu diagrama" },
					...diagrams.map(({ id, label }) => ({ value: id, label })),
				]}
			/>
			<SelectField
				field={fields.crew}
				label={LABELS.crew}
				hint="Tu letra en el diagrama."
				options={[{ value: "", label: "No sé" }, ...crewOptions(shownDiagram?.crews)]}
			/>
			<SelectField
				field={fields.payPeriod}
				label={LABELS.payPeriod}
				hint="Para sumar tus extras como las paga tu planta. Del 29 al 31, un mes más corto cierra su último día."
				options={payPeriods}
			/>
			<TextField field={fields.plantNumber} label={LABELS.plantNumber} hint="Sale en tu planilla." />
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
		</PostForm>
	);
}

/** The crews of the chosen diagram, or all letters without one. */
function crewOptions(crews: number = crewLetters.length) {
	return crewsOf({ crews }).map((letter) => ({ value: letter, label: letter }));
}
