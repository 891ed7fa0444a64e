using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>
/// Reports WF0004: a variable whose value is used although no activity declares it, or outside the activity that declares it. Only one method or one class is
/// examined at a time.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class VariableScopeAnalyzer() : EngineAnalyzer(Rules.UndeclaredVariable)
{
    private const string Nowhere = "and no activity declares it";

    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine)
    {
        context.RegisterOperationBlockStartAction(block => RegisterLocals(block, engine));
        context.RegisterSymbolStartAction(type => RegisterFields(type, engine), SymbolKind.NamedType);
    }

    private static void RegisterLocals(OperationBlockStartAnalysisContext context, EngineTypes engine)
    {
        ConcurrentBag<ILocalReferenceOperation> references = [];
        context.RegisterOperationAction(
            operation =>
            {
                ILocalReferenceOperation reference = (ILocalReferenceOperation)operation.Operation;
                if (engine.IsVariable(reference.Type) && !reference.IsDeclaration)
                {
                    references.Add(reference);
                }
            },
            OperationKind.LocalReference);
        context.RegisterOperationBlockEndAction(end =>
        {
            foreach (IGrouping<ISymbol?, ILocalReferenceOperation> uses in references.GroupBy(
                reference => (ISymbol?)reference.Local, SymbolEqualityComparer.Default))
            {
                Report(end, (ILocalSymbol)uses.Key!, uses, engine);
            }
        });
    }

    private static void Report(OperationBlockAnalysisContext context, ILocalSymbol local, IEnumerable<ILocalReferenceOperation> references, EngineTypes engine)
    {
        List<IOperation> values = [];
        List<IObjectCreationOperation> owners = [];
        foreach (ILocalReferenceOperation reference in references)
        {
            switch (VariableUses.Of(reference, engine, out IObjectCreationOperation? owner))
            {
                case VariableUse.Unknown:
                    return;
                case VariableUse.Value:
                    values.Add(reference);
                    break;
                case VariableUse.Declaration:
                    owners.Add(owner!);
                    break;
                default:
                    break;
            }
        }

        if (owners.Count == 0 && values.Count > 0 && IsCreatedHere(local))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.UndeclaredVariable, local.Locations[0], local.Name, Nowhere));
        }
        else if (owners.Count == 1)
        {
            SyntaxNode scope = owners[0].Syntax, tree = Outermost(owners[0]).Syntax;
            foreach (IOperation value in values.Where(value => tree.Span.Contains(value.Syntax.Span) && !scope.Span.Contains(value.Syntax.Span)))
            {
                context.ReportDiagnostic(Diagnostic.Create(
                    Rules.UndeclaredVariable, value.Syntax.GetLocation(), local.Name, $"outside the '{owners[0].Type?.Name}' that declares it"));
            }
        }
    }

    /// <summary>
    /// Returns true if the local variable is initialized with a new object. An object that another method has created may be declared by that method.
    /// </summary>
    private static bool IsCreatedHere(ILocalSymbol local) => local.DeclaringSyntaxReferences.Length == 1
        && local.DeclaringSyntaxReferences[0].GetSyntax() is Microsoft.CodeAnalysis.CSharp.Syntax.VariableDeclaratorSyntax
        {
            Initializer.Value: Microsoft.CodeAnalysis.CSharp.Syntax.BaseObjectCreationExpressionSyntax,
        };

    /// <summary>Returns the outermost object creation of the expression that contains another one.</summary>
    private static IObjectCreationOperation Outermost(IObjectCreationOperation creation)
    {
        for (IOperation? next = creation.Parent; next is not null and not IAnonymousFunctionOperation and not IBlockOperation; next = next.Parent)
        {
            creation = next as IObjectCreationOperation ?? creation;
        }

        return creation;
    }

    private static void RegisterFields(SymbolStartAnalysisContext context, EngineTypes engine)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.Symbol;
        if (!engine.IsActivity(type) || !type.GetMembers().Any(member => IsOwnVariable(member, engine)))
        {
            return;
        }

        ConcurrentDictionary<ISymbol, VariableUse> uses = new(SymbolEqualityComparer.Default);
        context.RegisterOperationAction(
            operation =>
            {
                IFieldReferenceOperation reference = (IFieldReferenceOperation)operation.Operation;
                if (IsOwnVariable(reference.Field.OriginalDefinition, engine) && VariableUses.Of(reference, engine, out _) is var use
                    && use != VariableUse.Neutral)
                {
                    // A single use that may declare the variable is enough to report nothing.
                    uses.AddOrUpdate(reference.Field.OriginalDefinition, use, (_, known) => known == VariableUse.Value ? use : known);
                }
            },
            OperationKind.FieldReference);
        context.RegisterSymbolEndAction(end =>
        {
            foreach (KeyValuePair<ISymbol, VariableUse> field in uses.Where(field => field.Value == VariableUse.Value))
            {
                end.ReportDiagnostic(Diagnostic.Create(Rules.UndeclaredVariable, field.Key.Locations[0], field.Key.Name, Nowhere));
            }
        });
    }

    /// <summary>Returns true for a private field with a variable, which neither another class nor reflection over properties can find.</summary>
    private static bool IsOwnVariable(ISymbol member, EngineTypes engine) =>
        member is IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false, DeclaredAccessibility: Accessibility.Private } field
            && engine.IsVariable(field.Type);
}
