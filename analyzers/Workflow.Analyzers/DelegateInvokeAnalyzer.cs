using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>WF0011: the asynchronous calls of delegates, which code for .NET Framework has. Every place counts, because helpers outside of activities have them, too.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class DelegateInvokeAnalyzer() : EngineAnalyzer(Rules.DelegateInvoke)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine) => context.RegisterOperationAction(
        operation =>
        {
            // A method that is passed on without a call, as to Task.Factory.FromAsync, is called later.
            IMethodSymbol method = operation.Operation is IInvocationOperation call ? call.TargetMethod : ((IMethodReferenceOperation)operation.Operation).Method;
            if (method is { Name: "BeginInvoke" or "EndInvoke", ContainingType.TypeKind: TypeKind.Delegate })
            {
                operation.ReportDiagnostic(Diagnostic.Create(Rules.DelegateInvoke, operation.Operation.Syntax.GetLocation(), $"{method.ContainingType.Name}.{method.Name}"));
            }
        },
        OperationKind.Invocation,
        OperationKind.MethodReference);
}
