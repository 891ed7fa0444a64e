using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>The members that the code of an activity refers to, and the string constants in it, which may be names of properties.</summary>
internal sealed class Mentions
{
    private readonly INamedTypeSymbol? _type;
    private readonly EngineTypes? _engine;
    private readonly HashSet<string> _texts = [];
    private readonly HashSet<DeclaredKind> _byReflection = [];

    /// <summary>Creates an empty object, to which <see cref="Add"/> adds others.</summary>
    public Mentions()
    {
    }

    public Mentions(INamedTypeSymbol type, EngineTypes engine) => (_type, _engine) = (type, engine);

    /// <summary>The members that the code refers to.</summary>
    public HashSet<ISymbol> Members { get; } = new(SymbolEqualityComparer.Default);

    /// <summary>True if code that is not examined may contain more declarations.</summary>
    public bool IsUnknown { get; private set; }

    public void Add(Mentions other)
    {
        Members.UnionWith(other.Members);
        _texts.UnionWith(other._texts);
        _byReflection.UnionWith(other._byReflection);
        IsUnknown |= other.IsUnknown;
    }

    public bool Has(DeclaredPart part) => Members.Contains(part.Property) || _texts.Contains(part.Property.Name) || _byReflection.Contains(part.Elements);

    public void Collect(IOperation code)
    {
        foreach (IOperation operation in code.DescendantsAndSelf())
        {
            switch (operation)
            {
                case IInvocationOperation call:
                    Note(call);
                    break;
                case IMemberReferenceOperation reference:
                    Members.Add(reference.Member.OriginalDefinition);
                    break;
                case IArgumentOperation { Value: var value } when Unconverted(value) is IInstanceReferenceOperation:
                    // The activity itself is passed to other code, which may read its properties.
                    IsUnknown |= !IsOfMetadata(operation.Parent);
                    break;
                default:
                    break;
            }

            // The string may be the name of an argument, which the engine binds to the property of this name.
            if (operation.ConstantValue is { HasValue: true, Value: string text })
            {
                _texts.Add(text);
            }
        }
    }

    private static IOperation Unconverted(IOperation operation) =>
        operation is IConversionOperation { OperatorMethod: null } conversion ? conversion.Operand : operation;

    private void Note(IInvocationOperation call)
    {
        IMethodSymbol method = call.TargetMethod;
        Members.Add(method.OriginalDefinition);
        if (IsOfMetadata(call))
        {
            NoteReflection(method.Name);
            return;
        }

        // A base class, or a helper that receives the metadata, may contain declarations that this class does not show.
        bool isOwn = SymbolEqualityComparer.Default.Equals(method.ContainingType?.OriginalDefinition, _type?.OriginalDefinition);
        IsUnknown |= !isOwn
            && (method.Name == "CacheMetadata" || call.Arguments.Any(argument => IsMetadata(argument.Parameter?.Type)) || IsMetadata(call.Instance?.Type));
    }

    private void NoteReflection(string method)
    {
        DeclaredKind? kind = method switch
        {
            "GetArgumentsWithReflection" => DeclaredKind.Argument,
            "GetChildrenWithReflection" or "GetImportedChildrenWithReflection" => DeclaredKind.Child,
            "GetDelegatesWithReflection" or "GetImportedDelegatesWithReflection" => DeclaredKind.Delegate,
            "GetVariablesWithReflection" => DeclaredKind.Variable,
            _ => null,
        };
        if (kind is { } known)
        {
            _byReflection.Add(known);
        }
    }

    private bool IsOfMetadata(IOperation? operation) => operation is IInvocationOperation call && IsMetadata(call.TargetMethod.ContainingType);

    private bool IsMetadata(ITypeSymbol? type) => _engine is not null && _engine.Metadata.Any(known => EngineTypes.Is(type, known));
}
