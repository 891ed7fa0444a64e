using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>An analyzer that runs only if the compilation references the engine. It looks up the types of the engine once for each compilation.</summary>
internal abstract class EngineAnalyzer(params DiagnosticDescriptor[] rules) : DiagnosticAnalyzer
{
    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [.. rules];

    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start =>
        {
            if (EngineTypes.Of(start.Compilation) is { } engine)
            {
                Register(start, engine);
            }
        });
    }

    protected abstract void Register(CompilationStartAnalysisContext context, EngineTypes engine);

    /// <summary>Returns true if code runs for an activity: in the class of an activity, or in a lambda whose first parameter is a context.</summary>
    protected static bool RunsInActivity(IOperation operation, ISymbol container, EngineTypes engine)
    {
        if (engine.IsInActivity(container))
        {
            return true;
        }

        for (IOperation? next = operation; next is not null; next = next.Parent)
        {
            if (next is IAnonymousFunctionOperation { Symbol.Parameters: { IsEmpty: false } parameters } && engine.IsContext(parameters[0].Type))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns the operation without the built-in conversions around it.</summary>
    protected static IOperation Unconverted(IOperation operation)
    {
        while (operation is IConversionOperation { OperatorMethod: null } conversion)
        {
            operation = conversion.Operand;
        }

        return operation;
    }
}
