/**
 * A software bill of materials in the format CycloneDX 1.6: the packages in the bundle, which no package.json of an app names. It has no
 * time and no random number, so the same sources give the same file.
 */
export function sbomOf({ name, version, license, description }, packages) {
  const root = component({ name, version, license, description });
  const components = packages.map(component);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: root },
    components,
    dependencies: [
      { ref: root['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'] })),
    ],
  };
}

function component({ name, version, license, description }) {
  const [scope, base] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope === undefined ? '' : `${encodeURIComponent(scope)}/`}${base}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope !== undefined && { group: scope }),
    name: base,
    version,
    ...(description && { description }),
    licenses: [/ (?:AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  };
}
