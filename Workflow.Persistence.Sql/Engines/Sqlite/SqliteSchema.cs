namespace Workflow.Persistence.Sql;

/// <summary>Creates and upgrades the schema. The write lock of the file keeps other processes away meanwhile.</summary>
internal sealed class SqliteSchema(SqliteDatabase database)
{
    /// <summary>Creates or upgrades the schema; returns the version that was there, 0 for none.</summary>
    public long Ensure()
    {
        using SqliteSession session = database.Open();
        session.Begin();
        long version = database.VersionOf(session);
        database.RefuseNewer(version);
        for (int next = (int)version; next < database.SchemaVersions.Count; next++)
        {
            session.Run(database.SchemaVersions[next]);
        }

        session.Commit();
        return version;
    }
}
