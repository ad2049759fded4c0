import { GetForm } from "~/ui/forms/get-form";

export interface SlipProps {
	/** Hours with 50 % and with 100 % premium, as typed from the pay slip. */
	slip: { hours50?: string; hours100?: string };
	/** Error message for unreadable hours. */
	slipError?: string;
	/**
	 * Texts of the comparison with the pay slip: about the hours at each pay rate (`rates`), and about overtime
	 * entries that are not compared (`leftOut`).
	 */
	check?: { rates: string[]; leftOut: string[] };
}

/** A form that compares the hours of a pay slip with the overtime entries on the printed sheet. */
export function SlipForm({
	filter,
	slip,
	slipError,
	check,
}: SlipProps & { filter: { start?: string; end?: string; shift?: string; review?: string } }) {
	return (
		<details className="card fold slip" open={Boolean(check ?? slipError)}>
			<summary>Comparar con el recibo de sueldo</summary>
			<GetForm action="/auth/work-overtime" preventScrollReset>
				<input type="hidden" name="view" value="sheet" />
				<p className="hint">
					Se comparan las extras compensadas con «Pago». Si una no dice cómo se compensa, ponéselo en
					«Editar».
				</p>
				{Object.entries(filter).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<SlipField name="hours50" label="Horas al 50 % del recibo" value={slip.hours50} />
				<SlipField name="hours100" label="Horas al 100 % del recibo" value={slip.hours100} />
				{slipError && (
					<p className="error" role="alert">
						{slipError}
					</p>
				)}
				<p className="row">
					<button className="button main" type="submit">
						Comparar
					</button>
				</p>
			</GetForm>
			{check?.rates.map((line) => (
				<p key={line} className="note">
					{line}
				</p>
			))}
			{check && check.leftOut.length > 0 && (
				<>
					<p>No se comparan con el recibo:</p>
					<ul>
						{check.leftOut.map((line) => (
							<li key={line}>{line}</li>
						))}
					</ul>
				</>
			)}
		</details>
	);
}

function SlipField({ name, label, value }: { name: string; label: string; value?: string }) {
	return (
		<div className="field">
			<label htmlFor={name}>{label}</label>
			<input key={value} id={name} name={name} inputMode="decimal" autoComplete="off" defaultValue={value} />
		</div>
	);
}
