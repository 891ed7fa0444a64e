using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0005, WF0006 and WF0007: times and waits that belong to the process and not to the instance.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class WaitAnalyzer() : EngineAnalyzer(Rules.TaskDelay, Rules.MachineClock, Rules.BlockingWait)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine)
    {
        WaitMembers members = new(context.Compilation);
        context.RegisterOperationAction(
            operation =>
            {
                ISymbol member =
                    operation.Operation is IInvocationOperation call ? call.TargetMethod : ((IPropertyReferenceOperation)operation.Operation).Property;
                if (members.RuleOf(member) is { } rule && RunsInActivity(operation.Operation, operation.ContainingSymbol, engine)
                    && !(ReferenceEquals(rule, Rules.BlockingWait) && EndedTasks.IsOfOne(operation.Operation, operation.ContainingSymbol)))
                {
                    operation.ReportDiagnostic(
                        Diagnostic.Create(rule, operation.Operation.Syntax.GetLocation(), $"{member.ContainingType.Name}.{member.Name}"));
                }
            },
            OperationKind.Invocation,
            OperationKind.PropertyReference);
    }
}
