using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Workflow.Analyzers;

/// <summary>The types of the engine in one compilation. Types of the same name in another namespace do not count.</summary>
internal sealed class EngineTypes
{
    private static readonly ImmutableArray<string> CallbackNames =
    [
        "Workflow.BookmarkCallback", "Workflow.CompletionCallback", "Workflow.CompletionCallback`1", "Workflow.DelegateCompletionCallback",
        "Workflow.FaultCallback",
    ];

    private static readonly ImmutableArray<string> MetadataNames =
        ["Workflow.NativeActivityMetadata", "Workflow.CodeActivityMetadata", "Workflow.ActivityMetadata"];

    private EngineTypes(Compilation compilation, INamedTypeSymbol activity)
    {
        Activity = activity;
        ActivityContext = compilation.GetTypeByMetadataName("Workflow.ActivityContext");
        NativeContext = compilation.GetTypeByMetadataName("Workflow.NativeActivityContext");
        Argument = compilation.GetTypeByMetadataName("Workflow.Argument");
        Variable = compilation.GetTypeByMetadataName("Workflow.Variable");
        Delegate = compilation.GetTypeByMetadataName("Workflow.ActivityDelegate");
        Metadata = [.. MetadataNames.Select(compilation.GetTypeByMetadataName).OfType<INamedTypeSymbol>()];
        Callbacks = [.. CallbackNames.Select(compilation.GetTypeByMetadataName).OfType<INamedTypeSymbol>()];
    }

    public INamedTypeSymbol Activity { get; }

    public INamedTypeSymbol? ActivityContext { get; }

    public INamedTypeSymbol? NativeContext { get; }

    public INamedTypeSymbol? Argument { get; }

    public INamedTypeSymbol? Variable { get; }

    public INamedTypeSymbol? Delegate { get; }

    /// <summary>The metadata of native activities, of code activities and of composites.</summary>
    public ImmutableArray<INamedTypeSymbol> Metadata { get; }

    /// <summary>The delegates that a native activity passes to its context.</summary>
    public ImmutableArray<INamedTypeSymbol> Callbacks { get; }

    /// <summary>Returns the types; null if the compilation does not reference the engine.</summary>
    public static EngineTypes? Of(Compilation compilation) =>
        compilation.GetTypeByMetadataName("Workflow.Activity") is { } activity ? new EngineTypes(compilation, activity) : null;

    public bool IsActivity(ITypeSymbol? type) => DerivesFrom(type, Activity);

    public bool IsContext(ITypeSymbol? type) => DerivesFrom(type, ActivityContext);

    public bool IsVariable(ITypeSymbol? type) => DerivesFrom(type, Variable);

    /// <summary>Returns true if a member belongs to the class of an activity, or to a class nested in it.</summary>
    public bool IsInActivity(ISymbol? member)
    {
        for (INamedTypeSymbol? type = member as INamedTypeSymbol ?? member?.ContainingType; type is not null; type = type.ContainingType)
        {
            if (IsActivity(type))
            {
                return true;
            }
        }

        return false;
    }

    public static bool DerivesFrom(ITypeSymbol? type, INamedTypeSymbol? ancestor)
    {
        for (ITypeSymbol? next = type; ancestor is not null && next is not null; next = next.BaseType)
        {
            if (Is(next, ancestor))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns true if a type is an instance of a definition, with any type arguments.</summary>
    public static bool Is(ITypeSymbol? type, INamedTypeSymbol? definition) => SymbolEqualityComparer.Default.Equals(type?.OriginalDefinition, definition);
}
