using System.Reflection.Metadata;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>A field, property or captured parameter that is an 'object' or an array of them, and so may hold a type of any room.</summary>
internal sealed record UntypedField(string Name, Place Place)
{
    /// <summary>Those of a type and of the types nested in it. What the compiler makes for a method is left out: it lives as long as a call.</summary>
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

    /// <summary>The compiler calls the field of a property 'Name' '&lt;Name&gt;k__BackingField', and that of a captured parameter '&lt;name&gt;P'.</summary>
    private static string SourceName(string field) => field.StartsWith('<') ? field[1..field.IndexOf('>', StringComparison.Ordinal)] : field;
}
