namespace Workflow.Persistence.Sql;

/// <summary>Creates and upgrades the schema, under the write lock of the file, which excludes other processes.</summary>
internal sealed class SqliteSchema(SqliteDatabase database)
{
    /// <summary>Creates or upgrades the schema; returns the previous version, 0 if there was no schema.</summary>
    public long Ensure()
    {
        using SqliteSession session = database.Open();
        session.Begin();
        long version = database.VersionOf(session);
        database.RefuseNewer(version);
        for (int next = (int)version; next < database.SchemaVersions.Count; next++)
        {
            session.ExecuteText(database.SchemaVersions[next]);
        }

        session.Commit();
        return version;
    }
}
