using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0002: a callback that the engine refuses, because its target is an object of one run or of another class.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class CallbackAnalyzer() : EngineAnalyzer(Rules.Callback)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine) =>
        context.RegisterOperationAction(creation => Examine(creation, engine), OperationKind.DelegateCreation);

    private static void Examine(OperationAnalysisContext context, EngineTypes engine)
    {
        IDelegateCreationOperation creation = (IDelegateCreationOperation)context.Operation;
        if (!engine.Callbacks.Any(callback => EngineTypes.Is(creation.Type, callback)) || !IsForContext(creation, engine)
            || context.ContainingSymbol.ContainingType is not { } type || !engine.IsActivity(type))
        {
            return;
        }

        if (WhyNot(creation.Target, type) is { } reason)
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.Callback, creation.Syntax.GetLocation(), reason));
        }
    }

    /// <summary>Returns true if the delegate is passed directly to a method of a context. Other uses of a delegate are not examined.</summary>
    private static bool IsForContext(IOperation operation, EngineTypes engine)
    {
        IOperation? parent = operation.Parent;
        while (parent is IConversionOperation)
        {
            parent = parent.Parent;
        }

        return parent is IArgumentOperation { Parent: IInvocationOperation call }
            && EngineTypes.DerivesFrom(call.TargetMethod.ContainingType, engine.NativeContext);
    }

    private static string? WhyNot(IOperation target, INamedTypeSymbol activity) => target switch
    {
        IAnonymousFunctionOperation lambda => WhyNot(lambda),
        IMethodReferenceOperation { Method.MethodKind: MethodKind.LocalFunction } local => WhyNot(local),
        IMethodReferenceOperation { Instance: { } receiver }
            when receiver is not IInstanceReferenceOperation && !EngineTypes.DerivesFrom(receiver.Type, activity.OriginalDefinition) =>
            "is a method of another object",
        IMethodReferenceOperation { Method: { IsExtensionMethod: true, ReducedFrom: not null } } => "is an extension method, which keeps its first argument",
        _ => null,
    };

    /// <summary>
    /// Returns the reason why a lambda is refused; null if it is accepted. The compiler makes a lambda a method of the activity only if it captures the
    /// activity and nothing else.
    /// </summary>
    private static string? WhyNot(IAnonymousFunctionOperation lambda)
    {
        Captures captures = Captures.Of(lambda);
        return captures.Variable is { } variable
            ? $"captures '{variable}', which belongs to one run"
            : captures.HasThis ? null : "is a lambda that uses no member of the activity, which the compiler moves to another class";
    }

    /// <summary>
    /// Returns the reason why a local function is refused; null if it is accepted. A local function that captures nothing is a static method.
    /// </summary>
    private static string? WhyNot(IMethodReferenceOperation reference)
    {
        IOperation root = reference;
        while (root.Parent is not null)
        {
            root = root.Parent;
        }

        return root.DescendantsAndSelf()
            .OfType<ILocalFunctionOperation>()
            .FirstOrDefault(function => SymbolEqualityComparer.Default.Equals(function.Symbol, reference.Method)) is { } function
            && Captures.Of(function).Variable is { } variable
            ? $"captures '{variable}', which belongs to one run"
            : null;
    }
}
