using System.CodeDom;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Binds fields, properties, indexers and array items.</summary>
internal sealed class MemberBinder(ExpressionBinder binder, TypeScope scope, Usage usage, UsageAttributes attributes, Action<string> report)
{
    private static readonly Dictionary<string, string?> NoArguments = [];

    public Value? Field(CodeFieldReferenceExpression code, Access access)
    {
        if (binder.BindTarget(code.TargetObject, code.FieldName) is not { } target)
        {
            return null;
        }

        FieldInfo? field = scope.FindField(target.Type, code.FieldName, target.IsStatic);
        if (field is null)
        {
            return Missing(code.FieldName, "field", target);
        }

        bool isReadOnly = field.IsInitOnly || field.IsLiteral;
        if (IsRefused(field, target, isReadOnly, access))
        {
            return null;
        }

        string? path = UsagePath.Member(target.Path, field.Name);
        Note(path, access);
        return new Value(Expression.Field(target.Instance, field), path, CanBeSet: !isReadOnly, IsPlace: !isReadOnly && !target.IsCopy);
    }

    public Value? Property(CodePropertyReferenceExpression code, Access access)
    {
        if (binder.BindTarget(code.TargetObject, code.PropertyName) is not { } target)
        {
            return null;
        }

        List<PropertyInfo> properties =
        [
            .. scope.PropertiesOf(target.Type, code.PropertyName, target.IsStatic).Where(static property => property.GetIndexParameters().Length == 0)
        ];
        if (properties.Count == 0)
        {
            return Missing(code.PropertyName, "property", target);
        }

        // A class can override one accessor and inherit the other one.
        PropertyInfo property = properties.Find(candidate => Has(candidate, access)) ?? properties[0];
        if (!CheckAccessors(property, access) || IsRefused(property, target, isReadOnly: false, access))
        {
            return null;
        }

        string? path = UsagePath.Member(target.Path, property.Name);
        Note(path, access);
        attributes.Apply(property, target.Path, NoArguments, access.HasFlag(Access.Read), access.HasFlag(Access.Write));
        return new Value(Expression.Property(target.Instance, property), path, CanBeSet: Has(property, Access.Write));
    }

    public Value? Indexer(CodeExpression code, CodeExpressionCollection indices, Access access)
    {
        if (binder.BindTarget(code, "an indexer") is not { } target)
        {
            return null;
        }

        if (target.Type.IsArray)
        {
            return ArrayItem(target, indices, access);
        }

        if (Indices(indices) is not { } values)
        {
            return null;
        }

        List<PropertyInfo> indexers = [.. scope.IndexersOf(target.Type).Where(static indexer => indexer.GetMethod is not null)];
        List<CallArgument> arguments = [.. values.Select(static value => new CallArgument(value, FieldDirection.In))];
        MethodChoice? choice = target.IsStatic
            ? null
            : MethodChoice.Choose(indexers.Select(static MethodBase (indexer) => indexer.GetMethod!), arguments, out _);
        if (choice is null)
        {
            report($"'{target.Type}' has no indexer for '{string.Join("', '", values.Select(static value => value.Code.Type))}'; correct the indices");
            return null;
        }

        PropertyInfo property = indexers.Find(indexer => indexer.GetMethod == choice.Method)!;
        if (!CheckAccessors(property, access) || IsRefused(property, target, isReadOnly: false, access))
        {
            return null;
        }

        string? path = UsagePath.Below(target.Path);
        Note(path, access);
        return new Value(Expression.Property(target.Instance, property, choice.Arguments()), path, CanBeSet: Has(property, Access.Write));
    }

    public Value? ArrayItem(CodeExpression code, CodeExpressionCollection indices, Access access)
    {
        if (binder.BindTarget(code, "an item") is not { } target)
        {
            return null;
        }

        if (target.Type.IsArray && !target.IsStatic)
        {
            return ArrayItem(target, indices, access);
        }

        report($"'{ExpressionText.Of(code)}' is no array; use an indexer");
        return null;
    }

    private Value? ArrayItem(Target target, CodeExpressionCollection indices, Access access)
    {
        if (Indices(indices) is not { } values)
        {
            return null;
        }

        List<Expression?> positions = [.. values.Select(static value => Position(value.Code))];
        if (target.IsStatic || positions.Contains(null) || positions.Count != target.Type.GetArrayRank())
        {
            report($"an array of {target.Type.GetArrayRank()} dimensions is used with '{string.Join("', '", values.Select(static value => value.Code.Type))}'; use whole numbers, one for each dimension");
            return null;
        }

        string? path = UsagePath.Below(target.Path);
        Note(path, access);
        return new Value(Expression.ArrayAccess(target.Instance!, positions.OfType<Expression>()), path, CanBeSet: true, IsPlace: true);
    }

    private static Expression? Position(Expression value) =>
        Conversions.Implicit(value, typeof(int)) ?? (Conversions.IsIntegral(value.Type) ? Expression.ConvertChecked(value, typeof(int)) : null);

    private List<Value>? Indices(CodeExpressionCollection indices)
    {
        List<Value?> values = [.. indices.Cast<CodeExpression>().Select(binder.Read)];
        if (values.Count > 0)
        {
            return values.Contains(null) ? null : [.. values.OfType<Value>()];
        }

        report("an indexer has no indices; add one");
        return null;
    }

    private bool CheckAccessors(PropertyInfo property, Access access)
    {
        if (access.HasFlag(Access.Read) && !Has(property, Access.Read))
        {
            report($"the property '{property.Name}' of '{property.DeclaringType}' cannot be read; use one that can");
            return false;
        }

        if (access.HasFlag(Access.Write) && !Has(property, Access.Write))
        {
            report($"the property '{property.Name}' of '{property.DeclaringType}' cannot be set; use one that can");
            return false;
        }

        return true;
    }

    private bool Has(PropertyInfo property, Access access)
    {
        bool canRead = property.GetMethod is { } get && scope.IsVisible(get);
        bool canWrite = property.SetMethod is { } set
            && scope.IsVisible(set)
            && !set.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit));
        return (!access.HasFlag(Access.Read) || canRead) && (!access.HasFlag(Access.Write) || canWrite);
    }

    private bool IsRefused(MemberInfo member, Target target, bool isReadOnly, Access access)
    {
        Type type = member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;
        string? problem =
            TypeScope.LeadsToReflection(member) ? "leads to reflection, which rules cannot use; add a member that gives what the rule needs"
            : type.IsByRef || type.IsByRefLike || type.IsPointer ? $"is of type '{type}', which rules cannot use; add a member of another type"
            : access.HasFlag(Access.Write) && isReadOnly ? "cannot be set; use a member that can"
            : access.HasFlag(Access.Write) && target.IsCopy ? "would be set in a copy of a struct; set the whole struct"
            : null;
        if (problem is not null)
        {
            report($"'{member.Name}' of '{member.DeclaringType}' {problem}");
        }

        binder.ChangesStructs |= access.HasFlag(Access.Write) && target.Type.IsValueType;
        return problem is not null;
    }

    private void Note(string? path, Access access)
    {
        if (access.HasFlag(Access.Read))
        {
            usage.Read(path);
        }

        if (access.HasFlag(Access.Write))
        {
            usage.Write(path);
        }
    }

    private Value? Missing(string name, string kind, Target target)
    {
        report($"'{name}' is no {(target.IsStatic ? "static " : string.Empty)}{kind} of '{target.Type}' that the rules of '{scope.ThisType}' can see; correct the name");
        return null;
    }
}
