using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0009: asynchronous code of an activity that returns void.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class AsyncVoidAnalyzer() : EngineAnalyzer(Rules.AsyncVoid)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine)
    {
        context.RegisterSymbolAction(
            symbol =>
            {
                IMethodSymbol method = (IMethodSymbol)symbol.Symbol;
                if (method is { IsAsync: true, ReturnsVoid: true } && engine.IsInActivity(method))
                {
                    symbol.ReportDiagnostic(Diagnostic.Create(Rules.AsyncVoid, method.Locations[0], method.Name));
                }
            },
            SymbolKind.Method);
        context.RegisterOperationAction(
            operation =>
            {
                (IMethodSymbol method, string name) = operation.Operation is ILocalFunctionOperation function
                    ? (function.Symbol, function.Symbol.Name)
                    : (((IAnonymousFunctionOperation)operation.Operation).Symbol, "The lambda");
                if (method is { IsAsync: true, ReturnsVoid: true } && RunsInActivity(operation.Operation, operation.ContainingSymbol, engine))
                {
                    operation.ReportDiagnostic(Diagnostic.Create(Rules.AsyncVoid, operation.Operation.Syntax.GetLocation(), name));
                }
            },
            OperationKind.AnonymousFunction,
            OperationKind.LocalFunction);
    }
}
