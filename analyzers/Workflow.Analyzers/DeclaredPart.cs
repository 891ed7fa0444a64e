using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Workflow.Analyzers;

/// <summary>The kind of declaration that CacheMetadata makes for a property.</summary>
internal enum DeclaredKind
{
    Argument,
    Child,
    Delegate,
    Variable,

    /// <summary>A list of children, delegates or variables.</summary>
    List,
}

/// <summary>A public property that is part of the description of an activity (rule 12.7).</summary>
internal sealed class DeclaredPart(IPropertySymbol property, DeclaredKind kind, DeclaredKind elements)
{
    public IPropertySymbol Property { get; } = property;

    public DeclaredKind Kind { get; } = kind;

    /// <summary>The kind of the elements of a list; for other properties the same as <see cref="Kind"/>.</summary>
    public DeclaredKind Elements { get; } = elements;

    public bool IsArgument => Kind == DeclaredKind.Argument;

    /// <summary>Returns the properties that the class with the override declares itself. Properties of base classes are not examined.</summary>
    public static ImmutableArray<DeclaredPart> Of(INamedTypeSymbol type, EngineTypes engine, IMethodSymbol method)
    {
        // A code activity has arguments only, and a composite may use its properties to build its implementation.
        bool isNative = method.Parameters[0].Type.Name == "NativeActivityMetadata";
        ImmutableArray<DeclaredPart>.Builder parts = ImmutableArray.CreateBuilder<DeclaredPart>();
        foreach (IPropertySymbol property in type.GetMembers().OfType<IPropertySymbol>())
        {
            if (property is { DeclaredAccessibility: Accessibility.Public, IsStatic: false, IsIndexer: false, IsOverride: false, GetMethod: not null }
                && Of(property, engine) is { } part && (isNative || part.IsArgument))
            {
                parts.Add(part);
            }
        }

        return parts.ToImmutable();
    }

    private static DeclaredPart? Of(IPropertySymbol property, EngineTypes engine)
    {
        if (KindOf(property.Type, engine) is { } kind)
        {
            return new DeclaredPart(property, kind, kind);
        }

        return property.Type is INamedTypeSymbol
        {
            TypeArguments.Length: 1,
            TypeKind: TypeKind.Class or TypeKind.Interface,
            Name: "Collection" or "List" or "IList" or "ICollection"
        } list
            && KindOf(list.TypeArguments[0], engine) is { } elements && elements != DeclaredKind.Argument
            ? new DeclaredPart(property, DeclaredKind.List, elements)
            : null;
    }

    private static DeclaredKind? KindOf(ITypeSymbol type, EngineTypes engine) => type switch
    {
        INamedTypeSymbol { IsGenericType: true } when EngineTypes.DerivesFrom(type, engine.Argument) => DeclaredKind.Argument,
        _ when engine.IsActivity(type) => DeclaredKind.Child,
        _ when EngineTypes.DerivesFrom(type, engine.Delegate) => DeclaredKind.Delegate,
        _ when engine.IsVariable(type) => DeclaredKind.Variable,
        _ => null,
    };
}
