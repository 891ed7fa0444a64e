using System.Text;

namespace Workflow.Core.Tests.Model.Programs;

/// <summary>Formats a program as an outline from which a person can reproduce the program.</summary>
internal static class ProgramText
{
    public static string Of(ProgramSpec program)
    {
        StringBuilder text = new();
        Append(text, Node.Of(program), 0);
        text.Append("host: ").AppendJoin("; ", program.Host.Select(command => $"{command.Kind} {command.Which}"));
        return text.ToString();
    }

    private static void Append(StringBuilder text, Node node, int depth)
    {
        NodeSpec spec = node.Spec;
        text.Append(' ', depth * 4).Append(node.Name).Append(": ").Append(spec.Kind);
        text.Append(spec.Slot == SlotKind.Child ? null : $" ({spec.Slot})");
        text.Append(spec.MayNotWait ? ", may not wait" : null).AppendLine(spec.AbortThrows ? ", abort throws" : null);
        AppendScript(text, depth, "execute", spec.OnExecute);
        AppendScript(text, depth, "child", spec.OnChild);
        AppendScript(text, depth, "fault", spec.OnFault);
        AppendScript(text, depth, "resume", spec.OnResume);
        if (spec.Cancel is { } cancel)
        {
            AppendScript(text, depth, "cancel", [.. cancel.Commands], always: true);
        }

        AppendExpressions(text, depth, "argument", node.Arguments);
        AppendExpressions(text, depth, "default", node.Defaults);
        foreach (Node child in node.Children)
        {
            Append(text, child, depth + 1);
        }
    }

    private static void AppendExpressions(StringBuilder text, int depth, string name, Expression[] expressions)
    {
        foreach (Expression expression in expressions)
        {
            if (expression.Node is { } node)
            {
                text.Append(' ', (depth * 4) + 2).Append(name).AppendLine(":");
                Append(text, node, depth + 1);
            }
            else
            {
                AppendScript(text, depth, name, expression.Spec.OnExecute, always: true);
            }
        }
    }

    private static void AppendScript(StringBuilder text, int depth, string name, CommandSpec[] script, bool always = false)
    {
        if (script.Length > 0 || always)
        {
            text.Append(' ', (depth * 4) + 2).Append(name).Append(" { ").AppendJoin("; ", script.Select(command => command.Text)).AppendLine(" }");
        }
    }
}
