using System.Reflection.Metadata;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>A field, property or captured parameter of type 'object' or 'object[]', which may hold a type of any room.</summary>
internal sealed record UntypedField(string Name, Place Place)
{
    /// <summary>
    /// Returns the untyped fields of a type and of its nested types, without the types that the compiler generates for a method:
    /// objects of those types hold the state of a call.
    /// </summary>
    public static IEnumerable<UntypedField> Of(MetadataReader metadata, TypeDefinitionHandle type, string typeName, Place place)
    {
        foreach (FieldDefinitionHandle handle in metadata.GetTypeDefinition(type).GetFields())
        {
            FieldDefinition field = metadata.GetFieldDefinition(handle);
            if (IsUntyped(metadata.GetBlobReader(field.Signature)))
            {
                yield return new UntypedField($"{typeName}.{SourceName(metadata.GetString(field.Name))}", place);
            }
        }

        foreach (TypeDefinitionHandle nested in metadata.GetTypeDefinition(type).GetNestedTypes())
        {
            string name = metadata.GetString(metadata.GetTypeDefinition(nested).Name);
            if (!name.Contains('<', StringComparison.Ordinal))
            {
                foreach (UntypedField field in Of(metadata, nested, $"{typeName}+{name}", place))
                {
                    yield return field;
                }
            }
        }
    }

    private static bool IsUntyped(BlobReader signature)
    {
        signature.ReadSignatureHeader();
        SignatureTypeCode code = signature.ReadSignatureTypeCode();
        return (code == SignatureTypeCode.SZArray ? signature.ReadSignatureTypeCode() : code) == SignatureTypeCode.Object;
    }

    /// <summary>
    /// Returns the name in the source. The compiler names the field of a property 'Name' '&lt;Name&gt;k__BackingField',
    /// and the field of a captured parameter 'name' '&lt;name&gt;P'.
    /// </summary>
    private static string SourceName(string field) => field.StartsWith('<') ? field[1..field.IndexOf('>', StringComparison.Ordinal)] : field;
}
