using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Recognizes tasks that have completed where their result is read, so that the read does not block.</summary>
internal static class EndedTasks
{
    /// <summary>
    /// Returns true if an operation reads a completed task: in EndExecute, in a lambda that has the task as a parameter, or below code that awaits the task or
    /// checks its completion.
    /// </summary>
    public static bool IsOfOne(IOperation operation, ISymbol container)
    {
        if (container is IMethodSymbol { Name: "EndExecute", IsOverride: true })
        {
            return true;
        }

        IOperation? task = operation is IPropertyReferenceOperation property ? property.Instance : ((IInvocationOperation)operation).Instance;
        while (task is IInvocationOperation call)
        {
            task = call.Instance;
        }

        return task is IParameterReferenceOperation { Parameter.ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.AnonymousFunction } }
            || (SymbolOf(task) is { } symbol && HasEndedAbove(operation, symbol));
    }

    /// <summary>Returns the symbol that refers to the task, or to the collection that contains it; null if there is no such symbol.</summary>
    private static ISymbol? SymbolOf(IOperation? task) => task switch
    {
        ILocalReferenceOperation { Local: var local } reference => CollectionOf(reference) ?? local,
        IParameterReferenceOperation reference => reference.Parameter,
        IFieldReferenceOperation reference => reference.Field,
        IArrayElementReferenceOperation element => SymbolOf(element.ArrayReference),
        IPropertyReferenceOperation { Arguments.Length: > 0 } element => SymbolOf(element.Instance),
        IPropertyReferenceOperation reference => reference.Property,
        IConversionOperation conversion => SymbolOf(conversion.Operand),
        _ => null,
    };

    /// <summary>Returns the collection of the foreach loop that declares the variable; null if there is no such loop.</summary>
    private static ISymbol? CollectionOf(ILocalReferenceOperation reference)
    {
        for (IOperation? outer = reference.Parent; outer is not null; outer = outer.Parent)
        {
            if (outer is IForEachLoopOperation loop && loop.Locals.Contains(reference.Local, SymbolEqualityComparer.Default))
            {
                return SymbolOf(loop.Collection);
            }
        }

        return null;
    }

    private static bool HasEndedAbove(IOperation operation, ISymbol task)
    {
        IOperation body = operation;
        while (body.Parent is { } parent)
        {
            body = parent;
        }

        int at = operation.Syntax.SpanStart, ended = -1, assigned = -1;
        foreach (IOperation above in body.Descendants())
        {
            int start = above.Syntax.SpanStart;
            if (start >= at)
            {
                continue;
            }

            switch (above)
            {
                case IAwaitOperation when Mentions(above, task):
                case IPropertyReferenceOperation { Property.Name: "IsCompleted" or "IsCompletedSuccessfully" or "Status", Instance: { } instance }
                    when Mentions(instance, task):
                    ended = Math.Max(ended, start);
                    break;
                case IVariableDeclaratorOperation { Initializer.Value: IAwaitOperation } declarator when Is(declarator.Symbol, task):
                    // The task that Task.WhenAny returned.
                    ended = Math.Max(ended, start);
                    break;
                case ISimpleAssignmentOperation { Target: var target } when Is(SymbolOf(target), task):
                    assigned = Math.Max(assigned, start);
                    break;
            }
        }

        return ended > assigned;
    }

    private static bool Mentions(IOperation operation, ISymbol task) => operation.DescendantsAndSelf().Any(part => Is(SymbolOf(part), task));

    private static bool Is(ISymbol? one, ISymbol other) => SymbolEqualityComparer.Default.Equals(one, other);
}
