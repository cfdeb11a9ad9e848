/** The licences of the packages in the bundle, as their licences ask for. */
export function licencesOf(packages) {
  const texts = packages.map(
    ({ name, version, license, licenceText }) =>
      `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${licenceText}\n`,
  );
  return `Gatebook contains code of these packages.\n\n${texts.join('\n')}`;
}
