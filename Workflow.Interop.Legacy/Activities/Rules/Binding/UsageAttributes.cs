using System.Reflection;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// Reads the attributes that declare the members that a method or property uses, and follows them to the methods and properties that they name.
/// </summary>
internal sealed class UsageAttributes(Usage usage, Action<string> report)
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Records the members that a method or property reads and changes.</summary>
    /// <param name="member">The method or property.</param>
    /// <param name="path">The path of the object that has the member; null if the path is not known.</param>
    /// <param name="arguments">The paths of the arguments, by parameter name.</param>
    /// <param name="isRead">True to record reads; false for a property that is only set.</param>
    /// <param name="isWritten">True to record changes; false for a property that is only read.</param>
    public void Apply(MemberInfo member, string? path, IReadOnlyDictionary<string, string?> arguments, bool isRead, bool isWritten)
    {
        HashSet<MemberInfo> seen = [member];
        Queue<MemberInfo> rest = new([member]);
        while (rest.TryDequeue(out MemberInfo? current))
        {
            bool isFirst = current == member;
            foreach (RuleAttribute attribute in current.GetCustomAttributes<RuleAttribute>(inherit: true))
            {
                if (attribute is RuleInvokeAttribute invoke)
                {
                    Follow(current, invoke.MethodInvoked, seen, rest);
                }
                else if (PathOf((RuleReadWriteAttribute)attribute, current, path, isFirst ? arguments : null) is { } used)
                {
                    Use(attribute, used, isRead || !isFirst, isWritten || !isFirst);
                }
            }
        }
    }

    private void Use(RuleAttribute attribute, string path, bool isRead, bool isWritten)
    {
        if (attribute is RuleReadAttribute && isRead)
        {
            usage.Read(path);
        }
        else if (attribute is RuleWriteAttribute && isWritten)
        {
            usage.Write(path);
        }
    }

    private void Follow(MemberInfo from, string name, HashSet<MemberInfo> seen, Queue<MemberInfo> rest)
    {
        List<MemberInfo> invoked = [.. from.DeclaringType!.GetMember(name, MemberTypes.Method | MemberTypes.Property, Any)];
        if (invoked.Count == 0)
        {
            report(
                $"the RuleInvoke attribute of '{from.Name}' names '{name}', which is no method or property of '{from.DeclaringType}'; correct the attribute");
        }

        foreach (MemberInfo member in invoked.Where(seen.Add))
        {
            rest.Enqueue(member);
        }
    }

    /// <summary>Returns the path of an attribute, relative to the rule; null if the path is not known, or if the attribute is wrong.</summary>
    private string? PathOf(RuleReadWriteAttribute attribute, MemberInfo member, string? path, IReadOnlyDictionary<string, string?>? arguments)
    {
        string[] names = UsagePath.Names(attribute.Path);
        Type type = member.DeclaringType!;
        if (attribute.Target == RuleAttributeTarget.Parameter)
        {
            ParameterInfo? parameter = Array.Find((member as MethodInfo)?.GetParameters() ?? [], parameter => parameter.Name == names[0]);
            if (parameter is null)
            {
                report($"an attribute of '{member.Name}' names '{names[0]}', which is no parameter of it; correct the attribute");
                return null;
            }

            type = parameter.ParameterType;
            path = arguments?.GetValueOrDefault(names[0]);
            names = names[1..];
        }

        if (UsagePath.ProblemOf(names, type, TypeScope.AnyMemberType) is not { } problem)
        {
            return UsagePath.Append(path, names);
        }

        report($"the path '{attribute.Path}' in an attribute of '{member.Name}' {problem}");
        return null;
    }
}
