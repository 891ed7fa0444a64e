using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>
/// Reports WF0011: asynchronous calls of delegates, which are common in code for .NET Framework. All code is examined, because helpers outside of activities
/// contain such calls, too.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class DelegateInvokeAnalyzer() : EngineAnalyzer(Rules.DelegateInvoke)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine) => context.RegisterOperationAction(
        operation =>
        {
            // A method group that is passed on, such as to Task.Factory.FromAsync, is called later.
            IMethodSymbol method =
                operation.Operation is IInvocationOperation call ? call.TargetMethod : ((IMethodReferenceOperation)operation.Operation).Method;
            if (method is { Name: "BeginInvoke" or "EndInvoke", ContainingType.TypeKind: TypeKind.Delegate })
            {
                operation.ReportDiagnostic(
                    Diagnostic.Create(Rules.DelegateInvoke, operation.Operation.Syntax.GetLocation(), $"{method.ContainingType.Name}.{method.Name}"));
            }
        },
        OperationKind.Invocation,
        OperationKind.MethodReference);
}
