using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>Decodes signatures and attribute values and reports the types that they name. A decoded type is its full name or an empty text.</summary>
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

    /// <summary>Returns the underlying type of an enum in an attribute; Int32, the default of C#, for enums outside the framework.</summary>
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
