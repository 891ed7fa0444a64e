using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Workflow.Analyzers;

/// <summary>
/// Finds the part of a type that cannot be saved, by the same rules as the engine (docs/host/persistence.md). An unknown type counts as one that can be saved.
/// </summary>
internal sealed class SavedTypes
{
    /// <summary>The maximum depth. Deeper parts are not examined.</summary>
    private const int MaxDepth = 6;

    private static readonly string[] LiveNames =
    [
        "System.Delegate", "System.Reflection.MemberInfo", "System.Reflection.Module", "System.Reflection.Assembly", "System.Reflection.ParameterInfo",
        "System.Threading.Tasks.Task", "System.Threading.Thread", "System.Threading.CancellationTokenSource", "System.IO.Stream", "System.IO.TextReader",
        "System.IO.TextWriter", "System.Threading.WaitHandle", "System.Threading.Timer", "System.Threading.SynchronizationContext",
        "System.Threading.Tasks.TaskScheduler", "System.TimeProvider", "System.IServiceProvider", "System.Collections.IEnumerator",
        "System.Runtime.ConstrainedExecution.CriticalFinalizerObject", "System.ComponentModel.Component", "System.Threading.CancellationToken",
        "System.IntPtr", "System.UIntPtr", "System.Threading.Tasks.ValueTask", "System.RuntimeTypeHandle", "System.RuntimeMethodHandle",
        "System.RuntimeFieldHandle", "System.Runtime.InteropServices.GCHandle", "System.Net.Http.HttpMessageInvoker", "System.Data.DataTable",
        "System.Data.DataSet",
    ];

    private readonly ImmutableHashSet<ISymbol> _live;
    private readonly IAssemblySymbol _engine;
    private readonly ConcurrentDictionary<ITypeSymbol, string> _found = new(SymbolEqualityComparer.Default);

    public SavedTypes(Compilation compilation, EngineTypes engine)
    {
        _engine = engine.Activity.ContainingAssembly;
        _live = ImmutableHashSet.CreateRange<ISymbol>(
            SymbolEqualityComparer.Default, LiveNames.Select(compilation.GetTypeByMetadataName).OfType<INamedTypeSymbol>());
    }

    /// <summary>Returns the path to the part that cannot be saved, empty for the type itself; null if there is no such part.</summary>
    public string? FindUnsaved(ITypeSymbol type) => _found.GetOrAdd(type, known => Find(known, [], 0) ?? "?") is var path && path != "?" ? path : null;

    private string? Find(ITypeSymbol type, ImmutableList<ITypeSymbol> around, int depth)
    {
        if (depth > MaxDepth || around.Contains(type, SymbolEqualityComparer.Default))
        {
            return null;
        }

        if (IsLive(type))
        {
            return string.Empty;
        }

        ImmutableList<ITypeSymbol> inside = around.Add(type);
        return type switch
        {
            IArrayTypeSymbol array => Find(array.ElementType, inside, depth + 1),
            INamedTypeSymbol { IsGenericType: true } system when IsOfSystem(system) =>
                system.TypeArguments.Select(argument => Find(argument, inside, depth + 1)).FirstOrDefault(path => path is not null),
            INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct } named
                when !IsOfSystem(named) && !IsOfEngine(named) && !HasConverter(named) =>
                FindInFields(named, inside, depth),
            _ => null,
        };
    }

    private string? FindInFields(INamedTypeSymbol type, ImmutableList<ITypeSymbol> inside, int depth)
    {
        for (INamedTypeSymbol? next = type; next is not null && !IsOfSystem(next); next = next.BaseType)
        {
            foreach (IFieldSymbol field in next.GetMembers().OfType<IFieldSymbol>())
            {
                if (!field.IsStatic && !IsLeftOut(field) && Find(field.Type, inside, depth + 1) is { } path)
                {
                    string name = (field.AssociatedSymbol ?? field).Name;
                    return path.Length == 0 ? name : $"{name}.{path}";
                }
            }
        }

        return null;
    }

    private bool IsLive(ITypeSymbol type)
    {
        if (type.TypeKind == TypeKind.Delegate)
        {
            return true;
        }

        for (ITypeSymbol? next = type; next is not null; next = next.BaseType)
        {
            if (_live.Contains(next.OriginalDefinition))
            {
                return true;
            }
        }

        return type.AllInterfaces.Any(implemented => _live.Contains(implemented.OriginalDefinition));
    }

    private bool IsOfEngine(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? next = type; next is not null; next = next.BaseType)
        {
            if (SymbolEqualityComparer.Default.Equals(next.ContainingAssembly, _engine))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsOfSystem(INamedTypeSymbol type)
    {
        INamespaceSymbol? space = type.ContainingNamespace;
        while (space is { IsGlobalNamespace: false, ContainingNamespace.IsGlobalNamespace: false })
        {
            space = space.ContainingNamespace;
        }

        return space?.Name == "System";
    }

    /// <summary>Returns true if a type or a member has a converter. A converter decides what it writes.</summary>
    private static bool HasConverter(ISymbol symbol) => HasAttribute(symbol, "JsonConverterAttribute");

    /// <summary>
    /// Returns true if a field is not examined: it is not saved, has a converter, or belongs to an event. An event without handlers can be saved, and its
    /// handlers come from other code.
    /// </summary>
    private static bool IsLeftOut(IFieldSymbol field) =>
        field.ContainingType.GetMembers(field.Name).Any(member => member is IEventSymbol)
        || HasAttribute(field, "JsonIgnoreAttribute") || HasAttribute(field, "NonSerializedAttribute") || HasConverter(field)
        || (field.AssociatedSymbol is { } property && (HasAttribute(property, "JsonIgnoreAttribute") || HasConverter(property)));

    private static bool HasAttribute(ISymbol symbol, string name) =>
        symbol.GetAttributes().Any(attribute => attribute.AttributeClass is { } found && found.Name == name && IsOfSystem(found));
}
