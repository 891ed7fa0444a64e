using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Workflow.Analyzers;

/// <summary>
/// Reports WF0003: an override of CacheMetadata that makes all declarations itself, and omits a property that the reflection of the engine would find.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class MetadataAnalyzer() : EngineAnalyzer(Rules.OmittedMetadata)
{
    /// <summary>The key of a property of the diagnostic. Its value is the name of a <see cref="DeclaredKind"/>, for the code fix.</summary>
    public const string Kind = "Kind";

    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine) =>
        context.RegisterSymbolStartAction(start => RegisterType(start, engine), SymbolKind.NamedType);

    private static void RegisterType(SymbolStartAnalysisContext context, EngineTypes engine)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.Symbol;
        if (!engine.IsActivity(type) || Override(type, engine) is not { } method)
        {
            return;
        }

        ImmutableArray<DeclaredPart> parts = DeclaredPart.Of(type, engine, method);
        if (parts.IsEmpty)
        {
            return;
        }

        ConcurrentDictionary<ISymbol, Mentions> mentions = new(SymbolEqualityComparer.Default);
        context.RegisterOperationBlockAction(block =>
        {
            Mentions found = new(type, engine);
            foreach (IOperation operation in block.OperationBlocks)
            {
                found.Collect(operation);
            }

            mentions[Accessed(block.OwningSymbol)] = found;
        });
        context.RegisterSymbolEndAction(end => Report(end, parts, method, mentions));
    }

    private static IMethodSymbol? Override(INamedTypeSymbol type, EngineTypes engine) =>
        type.GetMembers("CacheMetadata").OfType<IMethodSymbol>().FirstOrDefault(
            method => method is { IsOverride: true, Parameters.Length: 1 } && engine.Metadata.Any(known => EngineTypes.Is(method.Parameters[0].Type, known)));

    /// <summary>Returns the property of an accessor, under which the code of the accessor is stored; for other members, the member.</summary>
    private static ISymbol Accessed(ISymbol owner) => owner is IMethodSymbol { AssociatedSymbol: { } property } ? property : owner;

    private static void Report(
        SymbolAnalysisContext context, ImmutableArray<DeclaredPart> parts, IMethodSymbol method, ConcurrentDictionary<ISymbol, Mentions> mentions)
    {
        // Collects the code of CacheMetadata and of the methods that it calls, directly or indirectly.
        HashSet<ISymbol> reached = new(SymbolEqualityComparer.Default) { method };
        Queue<ISymbol> open = new();
        open.Enqueue(method);
        Mentions declared = new();
        while (open.Count > 0)
        {
            if (mentions.TryGetValue(open.Dequeue(), out Mentions? found))
            {
                declared.Add(found);
                foreach (ISymbol next in found.Members.Where(reached.Add))
                {
                    open.Enqueue(next);
                }
            }
        }

        if (declared.IsUnknown)
        {
            return;
        }

        foreach (DeclaredPart part in parts.Where(part => !declared.Has(part)))
        {
            // A child that no other method uses may exist for tools or for the host, and is not reported.
            bool isUsed = mentions.Any(other => !reached.Contains(other.Key) && other.Key is not IMethodSymbol { MethodKind: MethodKind.Constructor }
                && !SymbolEqualityComparer.Default.Equals(other.Key, part.Property) && other.Value.Members.Contains(part.Property));
            if (part.IsArgument || isUsed)
            {
                context.ReportDiagnostic(Diagnostic.Create(
                    Rules.OmittedMetadata,
                    part.Property.Locations[0],
                    method.Locations,
                    ImmutableDictionary<string, string?>.Empty.Add(Kind, part.Kind.ToString()),
                    part.Property.ContainingType.Name,
                    part.Property.Name));
            }
        }
    }
}
