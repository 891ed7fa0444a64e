using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>
/// Collects every type that a top-level type mentions, nested types included: base types, interfaces, constraints, fields,
/// signatures, locals, instructions, catch clauses, attributes and their values.
/// </summary>
internal sealed class TypeMentions
{
    private readonly PEReader _image;
    private readonly MetadataReader _metadata;
    private readonly MentionedTypes _decoder;

    private TypeMentions(PEReader image, MetadataReader metadata)
    {
        _image = image;
        _metadata = metadata;
        _decoder = new MentionedTypes(Add, AddName);
    }

    /// <summary>The mentioned top-level types of the same assembly.</summary>
    public HashSet<TypeDefinitionHandle> Definitions { get; } = [];

    /// <summary>The names of the other assemblies whose types are mentioned.</summary>
    public HashSet<string> Assemblies { get; } = [];

    public static TypeMentions Of(PEReader image, MetadataReader metadata, TypeDefinitionHandle type)
    {
        TypeMentions mentions = new(image, metadata);
        mentions.AddDeclaration(type);
        return mentions;
    }

    /// <summary>Returns the generic definition of an instantiation such as <c>IStep&lt;int&gt;</c>, and any other type unchanged.</summary>
    public static EntityHandle OpenType(MetadataReader metadata, EntityHandle type)
    {
        if (type.Kind != HandleKind.TypeSpecification)
        {
            return type;
        }

        EntityHandle? first = null;
        metadata.GetTypeSpecification((TypeSpecificationHandle)type).DecodeSignature(new MentionedTypes(handle => first ??= handle, _ => { }), null);
        return first ?? type;
    }

    private void AddDeclaration(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        Add(type.BaseType);
        AddAttributes(type.GetCustomAttributes());
        AddConstraints(type.GetGenericParameters());
        foreach (InterfaceImplementationHandle implementation in type.GetInterfaceImplementations())
        {
            Add(_metadata.GetInterfaceImplementation(implementation).Interface);
        }

        foreach (FieldDefinitionHandle field in type.GetFields())
        {
            _metadata.GetFieldDefinition(field).DecodeSignature(_decoder, null);
            AddAttributes(_metadata.GetFieldDefinition(field).GetCustomAttributes());
        }

        foreach (PropertyDefinitionHandle property in type.GetProperties())
        {
            AddAttributes(_metadata.GetPropertyDefinition(property).GetCustomAttributes());
        }

        foreach (EventDefinitionHandle declared in type.GetEvents())
        {
            AddAttributes(_metadata.GetEventDefinition(declared).GetCustomAttributes());
        }

        foreach (MethodDefinitionHandle method in type.GetMethods())
        {
            AddMethod(_metadata.GetMethodDefinition(method));
        }

        foreach (TypeDefinitionHandle nested in type.GetNestedTypes())
        {
            AddDeclaration(nested);
        }
    }

    private void AddMethod(MethodDefinition method)
    {
        method.DecodeSignature(_decoder, null);
        AddAttributes(method.GetCustomAttributes());
        AddConstraints(method.GetGenericParameters());
        foreach (ParameterHandle parameter in method.GetParameters())
        {
            AddAttributes(_metadata.GetParameter(parameter).GetCustomAttributes());
        }

        if (method.RelativeVirtualAddress == 0)
        {
            return;
        }

        MethodBodyBlock body = _image.GetMethodBody(method.RelativeVirtualAddress);
        Add(body.LocalSignature);
        foreach (ExceptionRegion region in body.ExceptionRegions)
        {
            Add(region.CatchType);
        }

        foreach (EntityHandle token in InstructionReader.Tokens(body.GetILBytes()!))
        {
            Add(token);
        }
    }

    private void AddConstraints(GenericParameterHandleCollection parameters)
    {
        foreach (GenericParameterHandle handle in parameters)
        {
            GenericParameter parameter = _metadata.GetGenericParameter(handle);
            AddAttributes(parameter.GetCustomAttributes());
            foreach (GenericParameterConstraintHandle constraint in parameter.GetConstraints())
            {
                Add(_metadata.GetGenericParameterConstraint(constraint).Type);
            }
        }
    }

    private void AddAttributes(CustomAttributeHandleCollection attributes)
    {
        foreach (CustomAttributeHandle handle in attributes)
        {
            CustomAttribute attribute = _metadata.GetCustomAttribute(handle);
            Add(attribute.Constructor);
            attribute.DecodeValue(_decoder);
        }
    }

    private void Add(EntityHandle handle)
    {
        if (handle.IsNil)
        {
            return;
        }

        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                AddTopLevel((TypeDefinitionHandle)handle);
                break;
            case HandleKind.TypeReference:
                AddReference((TypeReferenceHandle)handle);
                break;
            case HandleKind.TypeSpecification:
                _metadata.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(_decoder, null);
                break;
            case HandleKind.FieldDefinition:
                AddTopLevel(_metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.MethodDefinition:
                AddTopLevel(_metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.MemberReference:
                AddMember(_metadata.GetMemberReference((MemberReferenceHandle)handle));
                break;
            case HandleKind.MethodSpecification:
                MethodSpecification method = _metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                Add(method.Method);
                method.DecodeSignature(_decoder, null);
                break;
            case HandleKind.StandaloneSignature:
                AddSignature(_metadata.GetStandaloneSignature((StandaloneSignatureHandle)handle));
                break;
            default:
                throw new NotSupportedException($"A token of kind '{handle.Kind}' is not expected in a type's declaration or body.");
        }
    }

    private void AddSignature(StandaloneSignature signature)
    {
        if (signature.GetKind() == StandaloneSignatureKind.Method)
        {
            signature.DecodeMethodSignature(_decoder, null);
        }
        else
        {
            signature.DecodeLocalSignature(_decoder, null);
        }
    }

    private void AddMember(MemberReference member)
    {
        Add(member.Parent);
        if (member.GetKind() == MemberReferenceKind.Method)
        {
            member.DecodeMethodSignature(_decoder, null);
        }
        else
        {
            member.DecodeFieldSignature(_decoder, null);
        }
    }

    private void AddTopLevel(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        if (type.IsNested)
        {
            AddTopLevel(type.GetDeclaringType());
        }
        else
        {
            Definitions.Add(handle);
        }
    }

    private void AddReference(TypeReferenceHandle handle)
    {
        EntityHandle scope = _metadata.GetTypeReference(handle).ResolutionScope;
        if (scope.Kind == HandleKind.TypeReference)
        {
            AddReference((TypeReferenceHandle)scope);
        }
        else if (scope.Kind == HandleKind.AssemblyReference)
        {
            Assemblies.Add(_metadata.GetString(_metadata.GetAssemblyReference((AssemblyReferenceHandle)scope).Name));
        }
    }

    /// <summary>Adds a type that the value of an attribute names. The text contains an assembly only for a type of another assembly.</summary>
    private void AddName(string name)
    {
        string plain = name.Split(',', '[', '+')[0];
        foreach (TypeDefinitionHandle handle in _metadata.TypeDefinitions)
        {
            TypeDefinition type = _metadata.GetTypeDefinition(handle);
            if (!type.IsNested && $"{_metadata.GetString(type.Namespace)}.{_metadata.GetString(type.Name)}" == plain)
            {
                Definitions.Add(handle);
            }
        }
    }
}
