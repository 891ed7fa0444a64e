using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>Decodes signatures and attribute values to report which types they name. A decoded type is its full name, or empty.</summary>
internal sealed class MentionedTypes(Action<EntityHandle> report, Action<string> reportName)
    : ISignatureTypeProvider<string, object?>, ICustomAttributeTypeProvider<string>
{
    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        report(handle);
        TypeDefinition type = reader.GetTypeDefinition(handle);
        return $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        report(handle);
        TypeReference type = reader.GetTypeReference(handle);
        return $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    public string GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public string GetTypeFromSerializedName(string name)
    {
        reportName(name);
        return name;
    }

    public bool IsSystemType(string type) => type == "System.Type";

    public string GetSystemType() => "System.Type";

    /// <summary>Enums in attributes: those of the framework as they are, our own by the default.</summary>
    public PrimitiveTypeCode GetUnderlyingEnumType(string type) => Type.GetType(type) is { IsEnum: true } known
        ? Enum.Parse<PrimitiveTypeCode>(Enum.GetUnderlyingType(known).Name)
        : PrimitiveTypeCode.Int32;

    public string GetArrayType(string elementType, ArrayShape shape) => string.Empty;

    public string GetByReferenceType(string elementType) => string.Empty;

    public string GetFunctionPointerType(MethodSignature<string> signature) => string.Empty;

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) => string.Empty;

    public string GetGenericMethodParameter(object? genericContext, int index) => string.Empty;

    public string GetGenericTypeParameter(object? genericContext, int index) => string.Empty;

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => string.Empty;

    public string GetPinnedType(string elementType) => string.Empty;

    public string GetPointerType(string elementType) => string.Empty;

    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => string.Empty;

    public string GetSZArrayType(string elementType) => string.Empty;
}
