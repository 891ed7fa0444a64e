namespace Workflow.Validation;

/// <summary>The rules for declared arguments and variables of one activity: names, required arguments, overload groups, evaluation order.</summary>
internal static class ArgumentRules
{
    public static void Check(ActivityDeclaration declaration, bool isRoot)
    {
        CheckNames(declaration);
        CheckOrder(declaration);
        CheckBindings(declaration, isRoot);
    }

    /// <summary>Checks the inputs of a root, given the names that the host supplies. The same rules apply, but at the start of a run (rule 12.4).</summary>
    public static void CheckRootInputs(IReadOnlyList<RuntimeArgument> arguments, Func<RuntimeArgument, bool> isSupplied, ICollection<string> problems)
    {
        foreach (RuntimeArgument argument in arguments)
        {
            if (argument is { IsRequired: true, Groups.Count: 0, Direction: ArgumentDirection.In } && !isSupplied(argument))
            {
                problems.Add($"the required argument '{argument.Name}' is missing");
            }
        }

        OverloadGroups.Check(arguments, isSupplied, problems.Add);
    }

    private static void CheckNames(ActivityDeclaration declaration)
    {
        if (declaration.Arguments.Count + declaration.ImplementationVariables.Count > 1)
        {
            HashSet<string> names = declaration.Names;
            foreach (RuntimeArgument argument in declaration.Arguments)
            {
                Claim(names, argument.Name, "argument", declaration);
            }

            foreach (Variable variable in declaration.ImplementationVariables)
            {
                Claim(names, variable.Name, "implementation variable", declaration);
            }
        }

        if (declaration.Variables.Count > 1)
        {
            HashSet<string> names = declaration.Names;
            foreach (Variable variable in declaration.Variables)
            {
                Claim(names, variable.Name, "variable", declaration);
            }
        }
    }

    private static void Claim(HashSet<string> names, string? name, string kind, ActivityDeclaration declaration)
    {
        if (!string.IsNullOrEmpty(name) && !names.Add(name))
        {
            declaration.AddError($"The name '{name}' of an {kind} is used twice; rename one of the two.");
        }
    }

    private static void CheckOrder(ActivityDeclaration declaration)
    {
        HashSet<int>? orders = null;
        foreach (RuntimeArgument argument in declaration.Arguments)
        {
            int order = argument.Bound?.EvaluationOrder ?? Argument.UnspecifiedEvaluationOrder;
            if (order != Argument.UnspecifiedEvaluationOrder && !(orders ??= []).Add(order))
            {
                declaration.AddError($"The evaluation order {order} of the argument '{argument.Name}' is used by another argument too; give each its own.");
            }
        }
    }

    /// <summary>Checks the bindings. Those of a root are not checked, because the inputs of a root are known only when it starts.</summary>
    private static void CheckBindings(ActivityDeclaration declaration, bool isRoot)
    {
        bool grouped = false;
        foreach (RuntimeArgument argument in declaration.Arguments)
        {
            grouped |= argument.Groups.Count > 0;
            if (!isRoot && argument is { IsRequired: true, Groups.Count: 0 } && !IsBound(argument))
            {
                declaration.AddError(new ValidationError(
                    $"The required argument '{argument.Name}' has no value; bind it to an expression.", false, argument.Name!));
            }
        }

        if (grouped)
        {
            CheckGroups(declaration, isRoot);
        }
    }

    /// <summary>Checks the overload groups. A separate method, because its closure would otherwise be allocated for each activity.</summary>
    private static void CheckGroups(ActivityDeclaration declaration, bool isRoot)
    {
        if (isRoot)
        {
            OverloadGroups.CheckShapes(declaration.Arguments, Report);
        }
        else
        {
            OverloadGroups.Check(declaration.Arguments, IsBound, Report);
        }

        void Report(string problem) => declaration.AddError($"{char.ToUpperInvariant(problem[0])}{problem[1..]}.");
    }

    private static bool IsBound(RuntimeArgument argument) => argument.Bound?.Expression is not null;
}
