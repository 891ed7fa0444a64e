using Workflow.Definition;
using Workflow.Validation;

namespace Workflow.Hosting;

/// <summary>Checks the inputs of a root (rule 4.5), and reports all errors in one exception.</summary>
internal static class InputRules
{
    public static void Check(Program program, IDictionary<string, object?>? inputs)
    {
        RuntimeArgument[]? declared = program.Plans[0].Declared;
        if (declared is not null || inputs is not null)
        {
            Check(program, declared ?? [], inputs);
        }
    }

    private static void Check(Program program, RuntimeArgument[] declared, IDictionary<string, object?>? inputs)
    {
        if (declared.Length == 0 && inputs is null or { Count: 0 })
        {
            return;
        }

        List<string>? problems = null;
        foreach ((string name, object? value) in inputs ?? new Dictionary<string, object?>())
        {
            if (CheckOne(Find(declared, name), name, value) is { } problem)
            {
                (problems ??= []).Add(problem);
            }
        }

        if (Array.Exists(declared, argument => argument.IsRequired || argument.Groups.Count > 0))
        {
            CheckRequired(declared, inputs, problems ??= []);
        }

        if (problems is { Count: > 0 })
        {
            throw new ArgumentException($"The inputs of '{program.Root.DisplayName}' do not fit: {string.Join("; ", problems)}.", nameof(inputs));
        }
    }

    private static RuntimeArgument? Find(RuntimeArgument[] declared, string name) =>
        Array.Find(declared, argument => string.Equals(argument.Name, name, StringComparison.Ordinal));

    private static void CheckRequired(RuntimeArgument[] declared, IDictionary<string, object?>? inputs, List<string> problems) =>
        ArgumentRules.CheckRootInputs(
            declared, argument => argument.Bound?.Expression is not null || inputs?.ContainsKey(argument.Name!) == true, problems);

    private static string? CheckOne(RuntimeArgument? argument, string name, object? value)
    {
        if (argument is null)
        {
            return $"'{name}' is not an argument of it";
        }

        if (argument.Direction == ArgumentDirection.Out)
        {
            return $"'{name}' is an out argument and takes no input";
        }

        return argument.Bound!.Accepts(value)
            ? null
            : $"'{name}' needs a '{argument.Type}', not {(value is null ? "null" : $"a '{value.GetType()}'")}";
    }
}
