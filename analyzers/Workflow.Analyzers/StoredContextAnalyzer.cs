using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0010: a field or an automatic property of an activity that stores a context.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class StoredContextAnalyzer() : EngineAnalyzer(Rules.StoredContext)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine)
    {
        context.RegisterSymbolAction(symbol => ExamineDeclaration(symbol, engine), SymbolKind.Field, SymbolKind.Property);
        context.RegisterOperationAction(assignment => ExamineAssignment(assignment, engine), OperationKind.SimpleAssignment);
    }

    private static void ExamineDeclaration(SymbolAnalysisContext context, EngineTypes engine)
    {
        ISymbol symbol = context.Symbol;
        ITypeSymbol type = symbol is IFieldSymbol field ? field.Type : ((IPropertySymbol)symbol).Type;
        if (engine.IsContext(type) && engine.IsActivity(symbol.ContainingType) && (symbol is IFieldSymbol || HasField((IPropertySymbol)symbol)))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.StoredContext, symbol.Locations[0], symbol.Name));
        }
    }

    /// <summary>Reports the assignment of a context to a field or an automatic property of another type, such as <see cref="object"/>.</summary>
    private static void ExamineAssignment(OperationAnalysisContext context, EngineTypes engine)
    {
        ISimpleAssignmentOperation assignment = (ISimpleAssignmentOperation)context.Operation;
        if (assignment.Target is IMemberReferenceOperation { Member: IFieldSymbol or IPropertySymbol } target && engine.IsActivity(target.Member.ContainingType)
            && !engine.IsContext(target.Type) && engine.IsContext(Unconverted(assignment.Value).Type)
            && (target.Member is IFieldSymbol || HasField((IPropertySymbol)target.Member)))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.StoredContext, assignment.Syntax.GetLocation(), target.Member.Name));
        }
    }

    private static bool HasField(IPropertySymbol property) =>
        property.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property));
}
