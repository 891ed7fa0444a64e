using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>
/// The parameters of the methods of an assembly, and the uses of fields and properties by other types. Nested types count as a part of the top-level type
/// around them.
/// </summary>
internal sealed class MemberUses
{
    private readonly PEReader _image;
    private readonly MetadataReader _metadata;
    private readonly MentionedTypes _decoder = new(static _ => { }, static _ => { });
    private readonly List<ParameterUse> _parameters = [];
    private readonly List<(string From, string To)> _uses = [];
    private readonly HashSet<string> _static = [];
    private readonly HashSet<string> _mutable = [];

    private MemberUses(PEReader image, MetadataReader metadata)
    {
        _image = image;
        _metadata = metadata;
        foreach (TypeDefinitionHandle handle in metadata.TypeDefinitions)
        {
            if (!IsGenerated(handle))
            {
                ReadType(handle);
            }

            ReadBodies(handle);
        }
    }

    /// <summary>The parameters of the methods and constructors that the source declares, with the type that declares the method.</summary>
    public IReadOnlyList<ParameterUse> Parameters => _parameters;

    /// <summary>The uses of fields and properties of a type by the code of another one, each time that an instruction names one.</summary>
    public IReadOnlyList<(string From, string To)> Uses => _uses;

    /// <summary>The static classes.</summary>
    public IReadOnlySet<string> StaticClasses => _static;

    /// <summary>The types with fields that can change after the constructor.</summary>
    public IReadOnlySet<string> MutableTypes => _mutable;

    /// <summary>Reads NAME.dll in the folder of the running tests.</summary>
    public static MemberUses Read(string name)
    {
        using PEReader image = new(File.OpenRead(Path.Combine(AppContext.BaseDirectory, name + ".dll")));
        return new MemberUses(image, image.GetMetadataReader());
    }

    private void ReadType(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        string name = NameOf(handle);
        if (!type.IsNested && type.Attributes.HasFlag(TypeAttributes.Abstract | TypeAttributes.Sealed))
        {
            _static.Add(name);
        }

        if (type.GetFields()
            .Select(_metadata.GetFieldDefinition)
            .Any(static field => (field.Attributes & (FieldAttributes.Static | FieldAttributes.InitOnly)) == 0))
        {
            _mutable.Add(name);
        }

        foreach (MethodDefinition method in type.GetMethods().Select(_metadata.GetMethodDefinition))
        {
            string methodName = _metadata.GetString(method.Name);
            if (!methodName.Contains('<', StringComparison.Ordinal))
            {
                ImmutableArray<string> types = method.DecodeSignature(_decoder, null).ParameterTypes;
                _parameters.AddRange(types.Select((parameter, position) => new ParameterUse(name, methodName, position, parameter)));
            }
        }
    }

    private void ReadBodies(TypeDefinitionHandle handle)
    {
        string from = NameOf(handle);
        foreach (MethodDefinition method in _metadata.GetTypeDefinition(handle).GetMethods().Select(_metadata.GetMethodDefinition))
        {
            if (method.RelativeVirtualAddress != 0)
            {
                _uses.AddRange(
                    InstructionReader.Tokens(_image.GetMethodBody(method.RelativeVirtualAddress).GetILBytes()!)
                        .Select(OwnerOfMember)
                        .OfType<string>()
                        .Where(to => to != from)
                        .Select(to => (from, to)));
            }
        }
    }

    /// <summary>Returns the type of an instance field or of an instance property's accessor; null for any other token.</summary>
    private string? OwnerOfMember(EntityHandle token)
    {
        switch (token.Kind)
        {
            case HandleKind.FieldDefinition:
                FieldDefinition field = _metadata.GetFieldDefinition((FieldDefinitionHandle)token);
                return field.Attributes.HasFlag(FieldAttributes.Static) ? null : NameOf(field.GetDeclaringType());
            case HandleKind.MethodDefinition:
                MethodDefinition method = _metadata.GetMethodDefinition((MethodDefinitionHandle)token);
                string name = _metadata.GetString(method.Name);
                return !method.Attributes.HasFlag(MethodAttributes.Static) && method.Attributes.HasFlag(MethodAttributes.SpecialName)
                    && (name.StartsWith("get_", StringComparison.Ordinal) || name.StartsWith("set_", StringComparison.Ordinal))
                    ? NameOf(method.GetDeclaringType())
                    : null;
            default:
                return null;
        }
    }

    private bool IsGenerated(TypeDefinitionHandle handle) =>
        _metadata.GetString(_metadata.GetTypeDefinition(handle).Name).Contains('<', StringComparison.Ordinal);

    private string NameOf(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        return type.IsNested ? NameOf(type.GetDeclaringType()) : $"{_metadata.GetString(type.Namespace)}.{_metadata.GetString(type.Name)}";
    }
}
