using System.Reflection;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Reads what the attributes of a method or property say about its use, and of the members that it says to use.</summary>
internal sealed class UsageAttributes(Usage usage, Action<string> report)
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    /// <param name="member">The method or property.</param>
    /// <param name="path">Where its object comes from; null if that is not known.</param>
    /// <param name="arguments">Where its arguments come from, by the names of the parameters.</param>
    /// <param name="isRead">Whether reading counts: of a property that is set, it does not.</param>
    /// <param name="isWritten">Whether changing counts: of a property that is read, it does not.</param>
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
            report($"the RuleInvoke attribute of '{from.Name}' names '{name}', which is no method or property of '{from.DeclaringType}'; correct the attribute");
        }

        foreach (MemberInfo member in invoked.Where(seen.Add))
        {
            rest.Enqueue(member);
        }
    }

    /// <summary>The path in the terms of the rule; null if it is not known there.</summary>
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
