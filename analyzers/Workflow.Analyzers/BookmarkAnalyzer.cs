using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0001: the creation of a bookmark in an activity that does not declare that it can wait.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class BookmarkAnalyzer() : EngineAnalyzer(Rules.BookmarkWithoutCanInduceIdle)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine) =>
        context.RegisterOperationAction(call => Examine(call, engine), OperationKind.Invocation);

    private static void Examine(OperationAnalysisContext context, EngineTypes engine)
    {
        IMethodSymbol method = ((IInvocationOperation)context.Operation).TargetMethod;

        // An abstract class is not reported, because a derived class may have the override.
        if (method.Name == "CreateBookmark" && EngineTypes.Is(method.ContainingType, engine.NativeContext)
            && context.ContainingSymbol.ContainingType is { IsAbstract: false } type && engine.IsActivity(type) && !Declares(type, engine))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.BookmarkWithoutCanInduceIdle, context.Operation.Syntax.GetLocation(), type.Name));
        }
    }

    /// <summary>Returns true if the activity, or a base class of it below NativeActivity, overrides CanInduceIdle.</summary>
    private static bool Declares(INamedTypeSymbol type, EngineTypes engine)
    {
        for (INamedTypeSymbol? next = type; next is not null && !IsBaseOfAuthors(next, engine); next = next.BaseType)
        {
            if (next.GetMembers("CanInduceIdle").Any(member => member.IsOverride))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsBaseOfAuthors(INamedTypeSymbol type, EngineTypes engine) =>
        type.Name == "NativeActivity" && SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, engine.Activity.ContainingAssembly);
}
