namespace Workflow.Validation;

/// <summary>Checks that exactly one overload group is configured (rule 12.10).</summary>
internal static class OverloadGroups
{
    /// <summary>Checks the groups themselves, without bindings.</summary>
    public static void CheckShapes(IReadOnlyList<RuntimeArgument> arguments, Action<string> report) => CheckShapes(Collect(arguments), report);

    public static void Check(IReadOnlyList<RuntimeArgument> arguments, Func<RuntimeArgument, bool> isBound, Action<string> report)
    {
        Dictionary<string, List<RuntimeArgument>> groups = Collect(arguments);
        if (groups.Count == 0)
        {
            return;
        }

        bool consistent = CheckShapes(groups, report);
        List<string> configured = [.. groups.Where(group => IsConfigured(group.Value, isBound)).Select(group => group.Key)];
        if (configured.Count == 0)
        {
            bool optional = groups.Values.Any(members => !members.Exists(member => member.IsRequired));
            if (!optional)
            {
                report($"none of the overload groups {Join(groups.Keys)} is configured; bind the required arguments of one of them");
            }

            return;
        }

        if (configured.Count > 1 && consistent)
        {
            report($"the overload groups {Join(configured)} are configured together; bind the arguments of only one of them");
            return;
        }

        ReportExtras(groups, configured[0], isBound, report);
    }

    private static Dictionary<string, List<RuntimeArgument>> Collect(IReadOnlyList<RuntimeArgument> arguments)
    {
        Dictionary<string, List<RuntimeArgument>> groups = new(StringComparer.Ordinal);
        foreach (RuntimeArgument argument in arguments)
        {
            foreach (string name in argument.Groups)
            {
                if (!groups.TryGetValue(name, out List<RuntimeArgument>? members))
                {
                    groups[name] = members = [];
                }

                members.Add(argument);
            }
        }

        return groups;
    }

    /// <summary>True if all required members are bound or, in a group without required members, if at least one member is bound.</summary>
    private static bool IsConfigured(List<RuntimeArgument> members, Func<RuntimeArgument, bool> isBound)
    {
        List<RuntimeArgument> required = members.FindAll(member => member.IsRequired);
        return required.Count > 0 ? required.TrueForAll(member => isBound(member)) : members.Exists(member => isBound(member));
    }

    private static bool CheckShapes(Dictionary<string, List<RuntimeArgument>> groups, Action<string> report)
    {
        bool consistent = true;
        foreach ((string left, List<RuntimeArgument> leftMembers) in groups)
        {
            foreach ((string right, List<RuntimeArgument> rightMembers) in groups)
            {
                bool subset = leftMembers.TrueForAll(rightMembers.Contains);
                if (ReferenceEquals(leftMembers, rightMembers) || !subset)
                {
                    continue;
                }

                if (leftMembers.Count == rightMembers.Count)
                {
                    if (string.CompareOrdinal(left, right) < 0)
                    {
                        report($"the overload groups '{left}' and '{right}' have the same arguments; remove one of them");
                    }

                    consistent = false;
                }
                else if (leftMembers.Exists(member => member.IsRequired))
                {
                    report($"the overload group '{left}' has a required argument and is a subset of '{right}'; make the groups distinct");
                    consistent = false;
                }
            }
        }

        return consistent;
    }

    private static void ReportExtras(
        Dictionary<string, List<RuntimeArgument>> groups, string configured, Func<RuntimeArgument, bool> isBound, Action<string> report)
    {
        foreach ((string name, List<RuntimeArgument> members) in groups)
        {
            List<string> extras = [.. members.Where(member => isBound(member) && !groups[configured].Contains(member)).Select(member => member.Name!)];
            if (extras.Count > 0)
            {
                report(
                    $"the argument {Join(extras)} of the overload group '{name}' is bound although '{configured}' is configured; bind the arguments of only one of them");
            }
        }
    }

    private static string Join(IEnumerable<string> names) => string.Join(", ", names.Select(name => $"'{name}'"));
}
